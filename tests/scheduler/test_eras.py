"""The leading scheduler notices that the queue may have gone back in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
import redis

from kit.adapters.real import redis_keys as keys
from kit.clock import ManualClock
from kit.contracts.task import Outcome, TaskState
from kit.ports.queue import Era
from kit.settings import Settings
from scheduler import era, upkeep
from scheduler.context import Context
from scheduler.due import enqueue_due
from scheduler.loop import Scheduler
from scheduler.ports import SchedulerPorts
from services.db import Database
from services.tasks.era import EraBook
from tests.scheduler.conftest import DONE


def test_first_scheduler_begins_the_first_era_and_the_second_takes_it_over(
    context: Context, ports: SchedulerPorts, settings: Settings, clock: ManualClock
) -> None:
    assert era.keep(context)
    assert not era.keep(context)
    other = Context(Database(ports.database), ports.queue, ports.cache, clock, settings)
    assert not era.keep(other)
    assert (context.era, ports.queue.era().number) == (other.era, 1)


def test_another_server_process_begins_another_era(context: Context, redis_client: redis.Redis) -> None:
    era.keep(context)
    redis_client.set(keys.ERA, "1 abcdef")
    assert era.keep(context)
    seen = context.queue.era()
    assert (seen.number, seen.began) == (2, seen.server)


def test_old_master_that_comes_back_with_an_old_era_gets_a_new_one(context: Context, redis_client: redis.Redis) -> None:
    for _ in range(3):
        era.keep(context)
        redis_client.delete(keys.ERA)
    server = context.queue.era().server
    redis_client.set(keys.ERA, f"1 {server}")
    assert era.keep(context)
    assert context.queue.era() == Era(4, server, server)


def test_emptied_queue_is_filled_again_in_the_next_era(
    scheduler: Scheduler,
    context: Context,
    clock: ManualClock,
    redis_client: redis.Redis,
    add_source: Callable[..., int],
) -> None:
    add_source()
    era.keep(context)
    clock.advance(31)
    enqueue_due(context)
    (before,) = context.queue.take("w", limit=1, timeout_s=0, now_ms=context.now_ms())
    cast(Any, redis_client).flushall()
    era.keep(context)
    upkeep.reconcile(context)
    (after,) = context.queue.take("w", limit=1, timeout_s=0, now_ms=context.now_ms())
    assert (after.task.id, after.task.epoch) == (before.task.id, 2)
    assert after.fence == 2 * keys.ERA_FACTOR + 2 * keys.EPOCH_FACTOR + 1


@pytest.mark.parametrize("ended", [False, True], ids=["still waiting", "ended already"])
def test_window_that_a_deposed_leader_enqueued_late_ends_in_the_ledger(
    context: Context, clock: ManualClock, add_source: Callable[..., int], work: Callable[[Outcome], object], ended: bool
) -> None:
    source = add_source()
    clock.advance(31)
    enqueue_due(context)
    if ended:
        work(DONE)
    with context.services() as services:
        window = services.tasks.open_windows([source])[source]
        services.tasks.reopen([window])
    upkeep.take_ends(context)
    assert upkeep.reconcile(context) == 1
    assert upkeep.reconcile(context) == 0
    work(DONE)
    upkeep.take_ends(context)
    with context.services() as services:
        assert services.tasks.get(window).status is TaskState.SUCCESS


def test_eras_are_counted_once_by_two_schedulers(database: Any, clock: ManualClock) -> None:
    book, seen = EraBook(Database(database), clock), Era(0, "", "a")
    assert book.number(seen) == 1
    assert book.number(seen) == 2
    assert book.number(Era(2, "a", "a")) == 2
