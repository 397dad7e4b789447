"""Kills the alert sender with SIGKILL again and again and counts what receivers got: python -m tests.bench.alerts [KILLS] [SEED].

Half of the kills come while the receiver has a notice and the sender has not yet noted that, the worst moment there is. Time runs
SPEED times as fast, so that the rules' minutes are seconds.
"""

from __future__ import annotations

import multiprocessing
import re
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Any

from pydantic import SecretStr

from kit.adapters import sql
from kit.settings import Settings, load
from kit.vault import Vault
from services import migrate
from services.alerts import repository, repository_telling
from services.alerts.channels import AppriseSender, seal
from services.alerts.engine import Engine
from services.alerts.models import AlertChannel
from services.alerts.outbox import Outbox
from services.alerts.schemas import InboxFilter
from services.alerts.telling import Teller
from services.db import Database
from services.monitoring.base import Finding, Slice, State
from services.monitoring.state import StateStore
from tests.services.alerts.receivers import Hook, web_hook

SPEED = 120.0
BASE = datetime(2026, 11, 30, tzinfo=UTC)
LASTS = 6
ROUND_S = 0.3
DRAIN_S = 60.0
_ALERT = re.compile(r"/alerts/(\d+)")


class FastClock:
    """The same in every process that knows `started`."""

    def __init__(self, started: float) -> None:
        self._started = started

    def now(self) -> datetime:
        return BASE + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        return (time.time() - self._started) * SPEED

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds / SPEED)


class Look:
    key, title, slice, every_s = "quality.field_success", "fields", Slice.QUALITY, 60.0


def settings_of(folder: Path) -> Settings:
    return load(data_dir=folder, secret_key=SecretStr("a key"))


def database_of(folder: Path, clock: FastClock) -> Database:
    return Database(sql.engine(f"sqlite:///{folder}/alerts.db", settings_of(folder), clock))


def work(folder: Path, started: float, worker: str) -> None:
    """The child: everything of the alert service, until it is killed."""
    from kit import logs

    logs.setup("error", "json")
    clock = FastClock(started)
    database = database_of(folder, clock)
    engine, teller = Engine(database, clock), Teller(database, clock, "http://console.test")
    outbox = Outbox(database, clock, AppriseSender(settings_of(folder)), worker)
    while True:
        engine.take_in()
        teller.step()
        outbox.step()
        time.sleep(0.01)


class Campaign:
    def __init__(self, folder: Path, hook: Hook, seed: int) -> None:
        self._folder, self._hook, self._random = folder, hook, Random(seed)
        self._started = time.time()
        self.clock = FastClock(self._started)
        self.database = database_of(folder, self.clock)
        migrate.upgrade(self.database.engine)
        self._spawn = multiprocessing.get_context("forkserver")
        self._spawn.set_forkserver_preload([__name__ if __name__ != "__main__" else "tests.bench.alerts"])
        self._child: BaseProcess | None = None
        self._store = StateStore(self.database, self.clock)
        self.kills = self.workers = 0
        self._armed = False
        hook.on_post = self._maybe_kill
        self._add_channel()

    def run(self, kills: int) -> dict[str, Any]:
        """One subject a round becomes bad and is well LASTS rounds later; every round the sender is killed once."""
        number = 0
        while self.kills < kills and number < 20 * kills + 20:
            number += 1
            self._look(number)
            self._ensure()
            self._armed = bool(self._random.getrandbits(1))
            time.sleep(ROUND_S * self._random.uniform(0.5, 1.0))
            self._look(number)
            time.sleep(ROUND_S * self._random.uniform(0.0, 0.5))
            if not self._armed or self._random.random() < 0.3:
                self._kill()
        return self._drained(number)

    def _drained(self, number: int) -> dict[str, Any]:
        self._armed = False
        until = time.monotonic() + DRAIN_S
        while time.monotonic() < until:
            number += LASTS
            self._ensure()
            self._look(number, nobody=True)
            time.sleep(0.6)
            if self._quiet():
                break
        self._kill(count=False)
        return self._result()

    def _result(self) -> dict[str, Any]:
        with self.database.session(read_only=True) as session:
            incidents = repository.newest(session, repository.matching(InboxFilter()), None, 100_000)
            notices = repository_telling.notices(session, 100_000)
        got = {one["event"]: one for one in self._hook.got}
        said = Counter(
            (ident, one["title"].split(":")[0]) for one in got.values() for ident in set(_ALERT.findall(one["message"]))
        )
        wanted = {(str(one.id), f"[Catchment] {word}") for one in incidents for word in ("Alert", "Resolved")}
        return {
            "kills": self.kills, "incidents": len(incidents), "notices": len(notices),
            "lost": len(wanted - set(said)) + sum(one.id not in got for one in notices),
            "doubled": sum(count - 1 for count in said.values()),
            "sent_again_with_the_same_event": len(self._hook.got) - len(got),
        }  # fmt: skip

    def _quiet(self) -> bool:
        with self.database.session(read_only=True) as session:
            waiting = repository_telling.waiting(session, self.clock.now() + timedelta(days=9), 1)
            firing = repository.newest(session, repository.matching(InboxFilter(state="firing")), None, 1)
        return not waiting and not firing

    def _look(self, number: int, *, nobody: bool = False) -> None:
        found = [
            Finding("template", f"{one}/1", State.DOWN if number - one < LASTS and not nobody else State.OK, 1.0, "0")
            for one in range(max(number - 60, 1), number + 1)
        ]
        self._store.record(Look(), found, 0.0)  # type: ignore[arg-type]

    def _ensure(self) -> None:
        if self._child is None or not self._child.is_alive():
            self.workers += 1
            self._child = self._spawn.Process(
                target=work, args=(self._folder, self._started, f"w{self.workers}"), daemon=True
            )
            self._child.start()

    def _maybe_kill(self) -> None:
        if self._armed:
            self._armed = False
            self._kill()

    def _kill(self, *, count: bool = True) -> None:
        child = self._child
        if child is not None and child.is_alive():
            child.kill()
            child.join(timeout=10)
            self.kills += count

    def _add_channel(self) -> None:
        url = f"json://127.0.0.1:{self._hook.port}/in"
        row = AlertChannel(
            name="hook", kind="webhook", sealed=seal(Vault.of(settings_of(self._folder)), url), shown="", locale="en",
            enabled=True, failures=0, last_error="", last_sent_at=None,
        )  # fmt: skip
        with self.database.session() as session:
            session.add(row)


def campaign(kills: int, seed: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, web_hook() as hook:
        return Campaign(Path(folder), hook, seed).run(kills)


if __name__ == "__main__":
    asked = [int(one) for one in sys.argv[1:]]
    print(campaign(asked[0] if asked else 200, asked[1] if len(asked) > 1 else 1))
