"""Findings as a monitor stores them, the alerts made of them, and channels that remember what they were sent."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pytest
import sqlalchemy
from sqlalchemy import select

from kit.clock import ManualClock
from services.alerts.channels import Message, Undelivered
from services.alerts.engine import Engine
from services.alerts.models import AlertChannel, AlertIncident, AlertNotice
from services.alerts.outbox import Outbox
from services.alerts.telling import Teller
from services.db import Database
from services.monitoring.base import CheckContext, Finding, Slice, State
from services.monitoring.state import StateStore
from tests.services.conftest import sqlite_engine
from tests.services.monitoring.conftest import add_source

__all__ = ["add_source"]


class Told:
    """A check that finds what it is told to."""

    title: ClassVar[str] = "told"
    every_s: ClassVar[float] = 60.0

    def __init__(self, key: str) -> None:
        self.key, self.slice = key, Slice(key.split(".", 1)[0])

    def run(self, ctx: CheckContext) -> Iterable[Finding]:
        return ()


@dataclass
class Phone:
    """A sender that keeps what it was given; `broken`: kinds that take nothing."""

    taken: list[tuple[str, str, str, str]] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)

    def send(self, kind: str, sealed: str, message: Message) -> None:
        if sealed in self.broken:
            raise Undelivered("nobody answers")
        self.taken.append((sealed, message.id, message.title, message.body))

    def titles(self) -> list[str]:
        return [title for _, _, title, _ in self.taken]


class Desk:
    """Everything that the monitor that leads does with alerts, one thing at a time, on a clock that is moved by hand."""

    def __init__(self, database: Database, clock: ManualClock) -> None:
        self.database, self.clock, self.phone = database, clock, Phone()
        self.restart()

    def restart(self) -> None:
        """As after kill -9: nothing is left but the database."""
        self.engine = Engine(self.database, self.clock)
        self.teller = Teller(self.database, self.clock, "http://console.test")
        self.outbox = Outbox(self.database, self.clock, self.phone, "worker")

    def look(self, key: str, states: dict[str, State | str], *, of: str = "", error: Exception | None = None) -> None:
        """A run of a check that finds these states by subject."""
        kind = of or {"source": "source", "quality": "template", "server": "role"}.get(key.split(".")[0], "queue")
        found = [Finding(kind, ident, State(state), 1.0, "0") for ident, state in states.items()]
        store = StateStore(self.database, self.clock)
        check: Any = Told(key)
        if error is None:
            store.record(check, found, 0.1)
        else:
            store.record_crash(check, error, 0.1)

    def work(self) -> None:
        self.engine.take_in()
        self.teller.step()
        self.outbox.step()

    def minutes(self, count: float, states: dict[str, dict[str, State | str]] | None = None) -> None:
        """`count` minutes in steps of 30 s; each check of `states` looks every minute."""
        for step in range(round(count * 2)):
            self.clock.advance(30)
            for key, found in (states or {}).items() if step % 2 else ():
                self.look(key, found)
            self.work()

    def incidents(self) -> list[AlertIncident]:
        with self.database.session(read_only=True) as session:
            return list(session.scalars(select(AlertIncident).order_by(AlertIncident.id)))

    def notices(self) -> list[AlertNotice]:
        with self.database.session(read_only=True) as session:
            return list(session.scalars(select(AlertNotice).order_by(AlertNotice.created_at, AlertNotice.id)))


@pytest.fixture
def engine(migrated_file: Path, tmp_path: Path) -> Iterator[sqlalchemy.Engine]:
    """SQLite only: what differs on MariaDB is in test_on_mariadb."""
    shutil.copy(migrated_file, tmp_path / "catchment.db")
    opened = sqlite_engine(tmp_path / "catchment.db", tmp_path)
    yield opened
    opened.dispose()


@pytest.fixture
def add_channel(database: Database) -> Callable[..., int]:
    def do(name: str = "mail", **more: Any) -> int:
        row = AlertChannel(
            **{
                "name": name, "kind": "email", "sealed": name, "shown": "", "locale": "en", "enabled": True, "failures": 0,
                "last_error": "", "last_sent_at": None, **more,
            }
        )  # fmt: skip
        with database.session() as session:
            session.add(row)
            session.flush()
            return row.id

    return do


@pytest.fixture
def desk(database: Database, clock: ManualClock, add_channel: Callable[..., int]) -> Desk:
    """With one channel, "mail"."""
    add_channel()
    return Desk(database, clock)
