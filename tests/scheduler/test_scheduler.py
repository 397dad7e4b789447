from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import redis

from kit.clock import ManualClock, to_ms
from kit.contracts.task import Claim, Outcome, TaskState
from kit.settings import Settings
from scheduler import upkeep
from scheduler.context import Context
from scheduler.due import enqueue_due
from scheduler.loop import Scheduler
from scheduler.ports import SchedulerPorts
from services.sources.schemas import SourceStatus
from tests.scheduler.conftest import DONE, GONE

Work = Callable[[Outcome], list[Claim]]
Add = Callable[..., int]


def pass_time(scheduler: Scheduler, clock: ManualClock, seconds: float, step: float = 1.0) -> None:
    """Lets time go by, with a round of the scheduler each `step` seconds."""
    for _ in range(round(seconds / step)):
        clock.advance(step)
        scheduler.step()


def ledger(context: Context, source_id: int) -> list[tuple[str, str]]:
    from services.tasks.schemas import WindowFilter

    with context.services() as services:
        page = services.tasks.page(WindowFilter(source_id=source_id))
    return [(row.id, row.status) for row in page.items]


def test_a_due_source_gets_its_window_with_its_configuration(
    scheduler: Scheduler, clock: ManualClock, context: Context, add_source: Add
) -> None:
    source = add_source()
    pass_time(scheduler, clock, 29)
    assert context.queue.stats().pending == 0
    pass_time(scheduler, clock, 2)
    (claim,) = context.queue.take("w", limit=9, timeout_s=0, now_ms=0)
    assert claim.task.id == f"src_{source}_202611301201"
    assert claim.task.due_ms == to_ms(datetime(2026, 11, 30, 12, 1, tzinfo=UTC))
    cached = context.cache.source(source)
    assert cached is not None
    assert cached.name == "a"


def test_no_new_window_while_one_is_open_and_missed_ones_collapse_into_one(
    scheduler: Scheduler, clock: ManualClock, context: Context, add_source: Add, work: Work
) -> None:
    source = add_source()
    pass_time(scheduler, clock, 31)
    (claim,) = context.queue.take("w", limit=9, timeout_s=0, now_ms=context.now_ms())
    pass_time(scheduler, clock, 250)
    assert len(ledger(context, source)) == 1
    context.queue.finish(claim, DONE, now_ms=context.now_ms())
    pass_time(scheduler, clock, 3)
    assert [task.task.id for task in work(DONE)] == [f"src_{source}_202611301202"]
    pass_time(scheduler, clock, 3)
    assert [status for _, status in ledger(context, source)] == ["SUCCESS", "SUCCESS"]


def test_an_end_reaches_the_ledger_and_the_sources_statistics(
    scheduler: Scheduler, clock: ManualClock, context: Context, add_source: Add, work: Work
) -> None:
    source = add_source()
    pass_time(scheduler, clock, 31)
    work(DONE)
    pass_time(scheduler, clock, 2)
    with context.services() as services:
        view = services.sources.get(source)
        window = services.tasks.get(f"src_{source}_202611301201")
    assert view.last_run_at is not None
    assert (window.documents, window.attempts, window.status) == (2, 1, TaskState.SUCCESS)
    assert context.queue.ended(limit=9) == []


def test_ten_failures_stretch_the_cadence_and_one_success_restores_it(
    scheduler: Scheduler, clock: ManualClock, context: Context, add_source: Add, work: Work
) -> None:
    source = add_source(cron="*/10 * * * *")
    runs: list[datetime] = []
    for _ in range(60 * 6):
        pass_time(scheduler, clock, 60, step=30)
        if work(GONE):
            runs.append(clock.now())
    gaps = [later - earlier for earlier, later in zip(runs, runs[1:], strict=False)]
    assert set(gaps[:9]) == {timedelta(minutes=10)}
    assert gaps[9:] == [timedelta(hours=2)] * len(gaps[9:])
    assert len(gaps) >= 11
    while not work(DONE):
        pass_time(scheduler, clock, 60, step=30)
    pass_time(scheduler, clock, 11 * 60, step=30)
    assert len(work(DONE)) == 1
    with context.services() as services:
        assert services.sources.get(source).fail_count == 0


def test_fifty_failures_pause_the_source(
    scheduler: Scheduler, clock: ManualClock, context: Context, add_source: Add, work: Work
) -> None:
    source = add_source(cron="*/10 * * * *")
    for _ in range(50):
        clock.advance(2 * 3600)
        for _ in range(3):
            pass_time(scheduler, clock, 2)
            work(GONE)
    pass_time(scheduler, clock, 2)
    with context.services() as services:
        view = services.sources.get(source)
    assert (view.status, view.status_reason) == (SourceStatus.PAUSED, "paused_failures")


def test_windows_that_redis_lost_run_again_with_a_larger_fence(
    scheduler: Scheduler, clock: ManualClock, context: Context, add_source: Add, redis_client: redis.Redis
) -> None:
    source = add_source()
    pass_time(scheduler, clock, 31)
    (before,) = context.queue.take("w1", limit=9, timeout_s=0, now_ms=context.now_ms())
    redis_client.flushall()
    pass_time(scheduler, clock, 16)
    (after,) = context.queue.take("w2", limit=9, timeout_s=0, now_ms=context.now_ms())
    assert (after.task.id, after.task.epoch) == (before.task.id, 2)
    assert after.fence > before.fence
    context.queue.finish(after, DONE, now_ms=context.now_ms())
    pass_time(scheduler, clock, 2)
    assert ledger(context, source) == [(after.task.id, "SUCCESS")]


def test_a_crash_between_ledger_and_queue_loses_no_window(
    context: Context, clock: ManualClock, add_source: Add
) -> None:
    add_source()
    clock.advance(31)
    broken = Context(context.database, _Deaf(context), context.cache, clock, context.settings)  # type: ignore[arg-type]
    with pytest.raises(ConnectionError):
        enqueue_due(broken)
    assert context.queue.stats().pending == 0
    assert upkeep.reconcile(context) == 1
    assert context.queue.stats().pending == 1
    assert upkeep.reconcile(context) == 0


class _Deaf:
    """A queue whose server died."""

    def __init__(self, context: Context) -> None:
        self._queue = context.queue

    def enqueue(self, *_tasks: object, **_now: object) -> list[bool]:
        raise ConnectionError


def test_of_two_schedulers_one_leads_and_the_other_takes_over_in_time(
    scheduler: Scheduler,
    ports: SchedulerPorts,
    settings: Settings,
    clock: ManualClock,
    context: Context,
    add_source: Add,
) -> None:
    source = add_source()
    other = Scheduler(ports, settings, clock, "s2")
    for _ in range(40):
        clock.advance(1)
        scheduler.step()
        other.step()
    assert (scheduler.lease.held, other.lease.held) == (True, False)
    assert len(ledger(context, source)) == 1
    waited = 0
    while not other.lease.held:
        clock.advance(1)
        other.step()
        waited += 1
        assert waited < 15
    assert not scheduler.lease.held
    scheduler.step()
    assert (scheduler.lease.held, other.lease.held) == (False, True)


def test_both_leaders_at_once_enqueue_a_window_once(context: Context, clock: ManualClock, add_source: Add) -> None:
    source = add_source()
    clock.advance(31)
    enqueue_due(context)
    with context.services() as services:
        services.sources.run_now(source, actor="tester")
    enqueue_due(context)
    assert len(ledger(context, source)) == context.queue.stats().pending == 1


def test_run_now_runs_at_once_even_in_a_minute_that_has_its_window(
    scheduler: Scheduler, clock: ManualClock, context: Context, add_source: Add, work: Work
) -> None:
    source = add_source(cron="0 0 1 1 *")
    for _ in range(2):
        with context.services() as services:
            services.sources.run_now(source, actor="tester")
        pass_time(scheduler, clock, 2)
        assert len(work(DONE)) == 1
        pass_time(scheduler, clock, 2)
    assert [task_id for task_id, _ in ledger(context, source)] == [
        f"src_{source}_202611301201",
        f"src_{source}_202611301200",
    ]


def test_a_wish_for_configuration_is_granted(
    scheduler: Scheduler, clock: ManualClock, context: Context, add_source: Add
) -> None:
    source = add_source()
    context.cache.drop("source", source)
    context.cache.want("source", source)
    pass_time(scheduler, clock, 2)
    assert context.cache.source(source) is not None


def test_a_paused_source_is_not_scheduled_and_its_waiting_tasks_are_cancelled(
    scheduler: Scheduler, clock: ManualClock, context: Context, add_source: Add
) -> None:
    source = add_source()
    pass_time(scheduler, clock, 31)
    with context.services() as services:
        services.sources.pause(source, actor="tester")
    pass_time(scheduler, clock, 120)
    assert context.queue.take("w", limit=9, timeout_s=0, now_ms=context.now_ms()) == []
    assert ledger(context, source) == [(f"src_{source}_202611301201", "DEAD")]


def test_a_heartbeat_tells_who_leads(
    scheduler: Scheduler, ports: SchedulerPorts, clock: ManualClock, context: Context
) -> None:
    scheduler.step()
    (beat,) = ports.heartbeats.all(now_ms=context.now_ms())
    assert (beat["role"], beat["leads"], beat["worker"]) == ("scheduler", "1", "s1")


def test_an_hour_of_absence_does_not_fill_the_queue_at_once_and_loses_no_window(
    scheduler: Scheduler, clock: ManualClock, context: Context, add_source: Add
) -> None:
    sources = [add_source(name=f"s{number}", cron="5 * * * *", priority=9) for number in range(60)]
    clock.advance(3600)
    waiting = []
    for _ in range(30):
        pass_time(scheduler, clock, 10, step=10)
        waiting.append(context.queue.stats().pending)
    assert waiting[0] < 15
    assert max(later - earlier for earlier, later in zip(waiting, waiting[1:], strict=False)) < 15
    pass_time(scheduler, clock, 20, step=10)
    assert [task_id for source in sources for task_id, _ in ledger(context, source)] == [
        f"src_{source}_202611301205" for source in sources
    ]
