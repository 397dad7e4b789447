"""A scheduler over a migrated SQLite database and a real Redis, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import redis
from sqlalchemy import Engine

from kit.adapters.real.redis_cache import RedisConfigCache, RedisHeartbeats
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.adapters.sql import engine as open_engine
from kit.clock import ManualClock, to_ms
from kit.contracts.task import Claim, Outcome, TaskState
from kit.settings import Settings
from scheduler.context import Context
from scheduler.loop import Scheduler
from scheduler.ports import SchedulerPorts
from services import migrate
from services.db import Database

START = datetime(2026, 11, 30, 12, 0, 30, tzinfo=UTC)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


@pytest.fixture
def database(tmp_path: Path, settings: Settings, clock: ManualClock) -> Iterator[Engine]:
    engine = open_engine(f"sqlite:///{tmp_path}/catchment.db", settings, clock)
    migrate.upgrade(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def ports(database: Engine, redis_client: redis.Redis, settings: Settings) -> SchedulerPorts:
    return SchedulerPorts(
        database,
        RedisTaskQueue(redis_client, settings),
        RedisConfigCache(redis_client, settings),
        RedisHeartbeats(redis_client, settings),
    )


@pytest.fixture
def context(ports: SchedulerPorts, settings: Settings, clock: ManualClock) -> Context:
    return Context(Database(ports.database), ports.queue, ports.cache, clock, settings)


@pytest.fixture
def scheduler(ports: SchedulerPorts, settings: Settings, clock: ManualClock) -> Scheduler:
    return Scheduler(ports, settings, clock, "s1")


@pytest.fixture
def add_source(context: Context) -> Callable[..., int]:
    def add(name: str = "a", cron: str = "* * * * *", **more: object) -> int:
        data = {
            "source_type": "COLUMN",
            "name": name,
            "entry_url": f"http://{name}.example/",
            "cron_expr": cron,
            **more,
        }
        with context.services() as services:
            return services.sources.create(data, actor="tester").id

    return add


@pytest.fixture
def work(context: Context) -> Callable[[Outcome], list[Claim]]:
    """Takes all waiting tasks and ends each with the outcome."""

    def do(outcome: Outcome) -> list[Claim]:
        now_ms = to_ms(context.clock.now())
        claims = context.queue.take("w", limit=100, timeout_s=0, now_ms=now_ms)
        for claim in claims:
            context.queue.finish(claim, outcome, now_ms=now_ms)
        return claims

    return do


DONE = Outcome(TaskState.SUCCESS, documents=2)
GONE = Outcome(TaskState.DEAD, "404", "http_404")
