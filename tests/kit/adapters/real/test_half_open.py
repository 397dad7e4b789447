"""Redis is gone without a word: no error, no answer. Whoever waits for it notices, and goes on over a new connection."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis

from collector.loop.ports import Ports
from collector.loop.puller import Puller
from collector.loop.stats import Stats
from kit.adapters.real.redis_client import connect
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.clock import SystemClock
from kit.contracts.task import Claim
from kit.errors import BackendUnavailable
from kit.settings import Settings
from tests.contract.queue_suite import NOW, window
from tests.kit.adapters.real.black_hole import BlackHole

IMPATIENT = Settings(redis_timeout_seconds=0.3, take_timeout_seconds=0.2, collector_concurrency=4)


class Outbox:
    def full(self) -> bool:
        return False


@pytest.fixture
def hole(redis_url: str) -> Iterator[BlackHole]:
    with BlackHole(redis_url.removeprefix("unix://")) as made:
        yield made


@pytest.fixture
def queue(redis_client: redis.Redis, hole: BlackHole) -> RedisTaskQueue:
    return RedisTaskQueue(connect(hole.url, IMPATIENT, SystemClock()), IMPATIENT)


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_worker_whose_connection_is_dead_takes_what_comes_later(
    queue: RedisTaskQueue, hole: BlackHole, redis_client: redis.Redis
) -> None:
    taken: list[Claim] = []
    ports: Any = Ports(queue, None, None, None, Outbox(), None)  # type: ignore[arg-type]
    puller = Puller(ports, "w", IMPATIENT, SystemClock(), Stats(), taken.append)
    puller.start()
    try:
        until(lambda: hole.swallow() >= 2)
        scheduler = RedisTaskQueue(redis_client, IMPATIENT)
        scheduler.enqueue([window()], now_ms=NOW)
        # Redis may still hand the id to the dead connection; that is what the reaper is for.
        until(lambda: taken or (scheduler.reap(now_ms=NOW + 20_000, grace_ms=10_000) and taken))
        assert [claim.task.id for claim in taken] == [window().id]
    finally:
        puller.stop()
        puller.join(30)


def test_silence_is_an_error_in_bounded_time_and_ends_with_the_outage(queue: RedisTaskQueue, hole: BlackHole) -> None:
    queue.enqueue([window()], now_ms=NOW)
    hole.swallow(also_new=True)
    failed: list[BackendUnavailable] = []

    def ask() -> None:
        try:
            queue.take("w", limit=1, timeout_s=0.2, now_ms=NOW)
        except BackendUnavailable as error:
            failed.append(error)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(60)
    assert len(failed) == 1
    hole.heal()
    assert [claim.task.id for claim in queue.take("w", limit=1, timeout_s=0.2, now_ms=NOW)] == [window().id]
