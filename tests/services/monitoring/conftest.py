"""A monitor over a migrated SQLite database, a real Redis and an embedded log, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis
from sqlalchemy import Engine

from kit.adapters.embedded.log import SqliteLog, open_log
from kit.adapters.real.redis_cache import RedisHeartbeats
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.clock import ManualClock, to_ms
from kit.contracts.event import CollectEvent
from kit.ids import root_of
from kit.ports.log import Record
from kit.settings import Settings
from services.db import Database
from services.monitoring.base import Check, CheckContext, Finding
from services.monitoring.events.feed import EventFeed
from services.monitoring.registry import projections
from services.monitoring.run import MonitorPorts
from services.sources.models import CollectSource


@pytest.fixture
def log(tmp_path: Path, settings: Settings, clock: ManualClock) -> Iterator[SqliteLog]:
    opened = open_log(f"sqlite:///{tmp_path}/log.db", settings, clock)
    yield opened
    opened.close()


@pytest.fixture
def heartbeats(redis_client: redis.Redis, settings: Settings) -> RedisHeartbeats:
    return RedisHeartbeats(redis_client, settings)


@pytest.fixture
def monitor_ports(engine: Engine, queue: RedisTaskQueue, log: SqliteLog, heartbeats: RedisHeartbeats) -> MonitorPorts:
    return MonitorPorts(engine, queue, log, heartbeats)


@pytest.fixture
def ctx(
    database: Database,
    queue: RedisTaskQueue,
    heartbeats: RedisHeartbeats,
    log: SqliteLog,
    clock: ManualClock,
    settings: Settings,
) -> CheckContext:
    return CheckContext(database, queue, heartbeats, log, clock, settings)


@pytest.fixture
def feed(database: Database, log: SqliteLog, clock: ManualClock) -> EventFeed:
    return EventFeed(database, log, clock, projections())


Send = Callable[..., None]


@pytest.fixture
def send(log: SqliteLog, clock: ManualClock) -> Send:
    """Writes an event to the log, as ingest does."""

    def do(task_id: str = "src_7_202611301200", stage: str = "ended", **more: Any) -> None:
        source = task_id.split("_")[1]
        event = CollectEvent(task_id, source, stage, **{"at": to_ms(clock.now()), **more})  # type: ignore[arg-type]
        log.append([Record("collect.events", root_of(task_id), msgspec.json.encode(event))], timeout_s=5)

    return do


@pytest.fixture
def beat(heartbeats: RedisHeartbeats, clock: ManualClock) -> Callable[..., None]:
    def do(role: str, worker: str = "w1", *, progress_s: float | None = 0, **facts: str) -> None:
        now_ms = to_ms(clock.now())
        told = {} if progress_s is None else {"progress_at": str(round(now_ms - progress_s * 1000))}
        heartbeats.beat(role, worker, {**told, **facts}, now_ms=now_ms)

    return do


@pytest.fixture
def add_source(database: Database, clock: ManualClock) -> Callable[..., int]:
    """A row of collect_source with the columns given, e.g. last_run_at."""

    def do(name: str = "a", **more: Any) -> int:
        now = clock.now()
        texts = dict.fromkeys(
            ("entry_url", "language", "site_name", "owner", "status_reason", "last_failure", "updated_by"), ""
        )
        values: Mapping[str, Any] = {
            **texts,
            "source_type": "COLUMN",
            "name": name,
            "entry_url_hash": name,
            "charset": "AUTO",
            "cron_expr": "0 * * * *",
            "timezone": "UTC",
            "priority": 5,
            "concurrency": 2,
            "options": {},
            "headers": {},
            "labels": (),
            "status": 1,
            "status_params": {},
            "fail_count": 0,
            "fail_weight": 0.0,
            "next_run_at": now,
            "version": 1,
            "created_at": now,
            "updated_at": now,
        }
        row = CollectSource(**{**values, **more})
        with database.session() as session:
            session.add(row)
            session.flush()
            return row.id

    return do


class Look:
    """Runs a check and answers its findings by subject."""

    def __init__(self, ctx: CheckContext) -> None:
        self._ctx = ctx

    def __call__(self, check: Check) -> dict[str, Finding]:
        return _by_subject(check.run(self._ctx))


def _by_subject(findings: Iterable[Finding]) -> dict[str, Finding]:
    return {finding.subject_id: finding for finding in findings}


@pytest.fixture
def look(ctx: CheckContext) -> Look:
    return Look(ctx)
