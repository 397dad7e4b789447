"""A role that an error of ours ends says why, to whoever watches it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import redis

from deploy.first_run import prepare_data
from deploy.roles import run_role
from deploy.status import is_alive
from kit.backends import Backends
from kit.clock import SystemClock, to_ms
from kit.errors import PoisonError
from kit.ports.log import Record
from kit.settings import Settings, load


@pytest.fixture
def settings(tmp_path: Path, redis_url: str, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CATCHMENT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CATCHMENT_REDIS_URL", redis_url)
    return load()


def test_cleaner_that_too_many_bad_messages_stopped_is_not_alive_and_its_last_beat_has_the_reason(
    settings: Settings,
) -> None:
    backends = Backends(settings)
    prepare_data(backends, None)
    junk = [Record("collect.web", "k", b"junk") for _ in range(settings.poison_max + 1)]
    backends.log.append(junk, timeout_s=5)
    with pytest.raises(PoisonError, match="51 messages in a row"):
        run_role("cleaner", Backends(settings), threading.Event())
    (beat,) = backends.heartbeats.all(now_ms=to_ms(SystemClock().now()))
    assert (beat["role"], beat["stopped"][:22]) == ("cleaner", "51 messages in a row up"[:22])
    assert not is_alive("cleaner")
    backends.close()


def test_without_redis_the_error_is_what_it_was(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    backends = Backends(settings.model_copy(update={"redis_url": "redis://127.0.0.1:1"}))

    def fails(*_: object) -> None:
        raise PoisonError("too much")

    with pytest.raises(PoisonError, match="too much"):
        run_role("cleaner", backends, threading.Event(), fails)
    assert "role_stopped" in "".join(capsys.readouterr())
