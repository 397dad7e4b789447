"""The alerts' part of the monitor: sends from a thread of its own, and tells a service outside that it lives."""

from __future__ import annotations

import time
from collections.abc import Callable

from pydantic import SecretStr

from kit.clock import SystemClock
from kit.settings import Settings
from services.alerts.desk import AlertDesk
from services.alerts.settings_service import AlertSettings
from services.audit.service import AuditService
from services.db import Database
from tests.services.alerts.conftest import Phone
from tests.services.alerts.receivers import web_hook

PATIENCE_S = 60.0


def wait(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_desk_sends_what_waits_and_pings_while_it_is_stepped(
    database: Database, settings: Settings, add_channel: Callable[..., int]
) -> None:
    clock, phone, channel = SystemClock(), Phone(), add_channel()
    with web_hook() as hook:
        told = settings.model_copy(update={"deadman_url": SecretStr(f"http://127.0.0.1:{hook.port}/alive")})
        desk = AlertDesk(database, clock, told, phone, "w")
        with database.session() as session:
            AlertSettings(session, clock, told, AuditService(session, clock)).test(channel, actor="anna")
        desk.step()
        wait(lambda: bool(phone.taken and hook.got))
        desk.close()
    assert phone.titles() == ["[Catchment] Test"]
    assert hook.got == [{"path": "/alive"}]
