"""A whole collector on a private Redis, with an outbox that the test reads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis

from collector.loop import run as running
from collector.loop.ports import Ports
from collector.loop.run import run
from kit.adapters.real.redis_cache import RedisConfigCache, RedisHeartbeats
from kit.adapters.real.redis_notes import RedisNotes
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.adapters.real.redis_rates import RedisRateLimiter
from kit.adapters.real.redis_trials import RedisTrials
from kit.clock import SystemClock, to_ms
from kit.contracts.config import SourceConfig
from kit.contracts.document import Document, PushPage
from kit.contracts.event import CollectEvent
from kit.contracts.structure import StructureConfig
from kit.contracts.task import Task
from kit.errors import Throttled
from kit.ids import window_task_id
from kit.settings import Settings, load

WINDOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class MemoryOutbox:
    """Answers every page with `answer`; with None ingest never answers."""

    answer: str | None = "accepted"
    room: bool = True
    pages: list[PushPage] = field(default_factory=list)
    events: list[CollectEvent] = field(default_factory=list)

    def put(self, page: PushPage | None, events: Sequence[bytes] = ()) -> Future[str]:
        if not self.room:
            raise Throttled("no room")
        self.events += [msgspec.json.decode(event, type=CollectEvent) for event in events]
        future: Future[str] = Future()
        if page is not None:
            self.pages.append(page)
        if self.answer is not None:
            future.set_result(self.answer)
        return future

    def full(self) -> bool:
        return not self.room

    def documents(self) -> list[Document]:
        return [document for page in self.pages for document in page.documents]


@dataclass
class Rig:
    """One collector process in a thread; `wait` polls, `stop` ends it."""

    ports: Ports
    outbox: MemoryOutbox
    settings: Settings
    client: redis.Redis
    clock: SystemClock = field(default_factory=SystemClock)
    stopping: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None

    def now_ms(self) -> int:
        return to_ms(self.clock.now())

    def start(self) -> None:
        self.thread = threading.Thread(target=run, args=(self.ports, self.settings, self.clock, self.stopping))
        self.thread.start()

    def stop(self) -> None:
        self.stopping.set()
        if self.thread is not None:
            self.thread.join(60)
            assert not self.thread.is_alive()

    def window(
        self, source: SourceConfig, number: int = 0, *, cached: bool = True, cursor: dict[str, str] | None = None
    ) -> str:
        """Enqueues the window of minute `number`, which goes on at `cursor`."""
        if cached:
            self.ports.cache.put_source(source)
            if self.ports.cache.structure(source.id) is None:
                self.ports.cache.put_structure(StructureConfig(source.id, 0, {}))
        moment = WINDOW.replace(minute=number)
        task = Task(
            window_task_id(source.id, moment),
            source.id,
            source.source_type,
            source.priority,
            to_ms(moment),
            self.now_ms(),
            meta=cursor or {},
        )
        assert self.ports.queue.enqueue([task], now_ms=self.now_ms()) == [True]
        return task.id

    def wait(self, condition: Callable[[], Any], seconds: float = 20.0) -> Any:
        until = time.monotonic() + seconds
        while not (found := condition()):
            assert time.monotonic() < until, f"still not so; queue: {self.ports.queue.stats()}"
            self.ports.queue.promote(now_ms=self.now_ms())
            time.sleep(0.02)
        return found

    def view(self, task_id: str) -> dict[str, str]:
        (view,) = self.ports.queue.view([task_id])
        assert view is not None
        return {**view.fields, "status": view.status}

    def ended(self, task_id: str) -> dict[str, str]:
        self.wait(lambda: self.view(task_id)["status"] in ("SUCCESS", "DEAD", "FAILED"))
        return self.view(task_id)


@pytest.fixture
def rig_with(
    redis_url: str, redis_client: redis.Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Rig]]:
    monkeypatch.setattr(running, "STOP_SECONDS", 1.5)
    rigs: list[Rig] = []

    def make(**changes: Any) -> Rig:
        defaults = {
            "allow_private": ("127.0.0.0/8",),
            "redis_url": redis_url,
            "data_dir": tmp_path,
            "parse_processes": 1,
            "take_timeout_seconds": 0.2,
            "push_wait_seconds": 0.5,
            "collector_concurrency": 8,
        }
        settings = load(**{**defaults, **changes})
        outbox = MemoryOutbox()
        ports = Ports(
            queue=RedisTaskQueue(redis_client, settings),
            cache=RedisConfigCache(redis_client, settings),
            rates=RedisRateLimiter(redis_client, settings),
            heartbeats=RedisHeartbeats(redis_client, settings),
            outbox=outbox,
            notes=RedisNotes(redis_client, settings),
            trials=RedisTrials(redis_client, settings),
        )
        rigs.append(Rig(ports, outbox, settings, redis_client))
        return rigs[-1]

    yield make
    for rig in rigs:
        rig.stop()


@pytest.fixture
def source_of() -> Callable[..., SourceConfig]:
    def make(entry_url: str, source_type: str = "COLUMN", **changes: Any) -> SourceConfig:
        base = SourceConfig(
            id=7, version=1, source_type=source_type, name="Test", entry_url=entry_url, charset="AUTO", template_id=None,
            priority=1, timezone="UTC", rate=0, concurrency=4, status=1, options={}, headers={},
        )  # fmt: skip
        return msgspec.structs.replace(base, **changes)

    return make
