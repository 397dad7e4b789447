"""Checks of collecting: failing, fine, no data."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.clock import ManualClock, to_ms
from kit.contracts.task import Outcome, Task, TaskState
from kit.ids import window_task_id
from services.db import Database
from services.monitoring.base import State
from services.monitoring.collection.checks.dead_letters import DeadLetters
from services.monitoring.collection.checks.delayed import Delayed
from services.monitoring.collection.checks.oldest import OldestWaiting
from services.monitoring.collection.checks.success_rate import SuccessRate
from services.tasks.models import CollectTask
from tests.services.monitoring.conftest import Look

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def enqueue(queue: RedisTaskQueue, clock: ManualClock, source: int, priority: int = 5) -> None:
    now_ms = to_ms(clock.now())
    task = Task(window_task_id(source, clock.now()), source, "COLUMN", priority, now_ms, now_ms)
    assert queue.enqueue([task], now_ms=now_ms) == [True]


def end_all(queue: RedisTaskQueue, clock: ManualClock, outcome: Outcome) -> None:
    now_ms = to_ms(clock.now())
    for claim in queue.take("w", limit=1000, timeout_s=0, now_ms=now_ms):
        queue.finish(claim, outcome, now_ms=now_ms)


def ledger(database: Database, count: int, status: str, failure: str = "", at: datetime = START) -> None:
    with database.session() as session:
        start = session.query(CollectTask).count()
        for number in range(start, start + count):
            session.add(
                CollectTask(
                    id=window_task_id(number + 1, at),
                    source_id=number + 1,
                    source_type="COLUMN",
                    window=at,
                    priority=5,
                    status=status,
                    reason="",
                    failure=failure,
                    epoch=1,
                    attempts=1,
                    documents=0,
                    details=0,
                    details_failed=0,
                    due_at=at,
                    created_at=at,
                    replay_of="",
                )  # fmt: skip
            )


def test_lanes_where_nothing_waits_are_fine(look: Look) -> None:
    found = look(OldestWaiting())
    assert list(found) == [f"p{priority}" for priority in range(1, 10)]
    assert {finding.state for finding in found.values()} == {State.OK}


def test_oldest_task_of_each_lane_counts_and_high_priority_waits_less_long(
    look: Look, queue: RedisTaskQueue, clock: ManualClock
) -> None:
    enqueue(queue, clock, 1, priority=1)
    enqueue(queue, clock, 2, priority=9)
    clock.advance(60)
    enqueue(queue, clock, 3, priority=1)
    found = look(OldestWaiting())
    assert (found["p1"].state, found["p1"].value, found["p1"].evidence) == (State.WARN, 60, {"waiting": 2})
    assert found["p9"].state is State.OK
    clock.advance(90)
    assert look(OldestWaiting())["p1"].state is State.DOWN


def test_few_dead_letters_are_fine_and_many_are_not(look: Look, queue: RedisTaskQueue, clock: ManualClock) -> None:
    assert look(DeadLetters())["dead"].state is State.OK
    for source in range(60):
        enqueue(queue, clock, source + 1)
    end_all(queue, clock, Outcome(TaskState.DEAD, "gone", "http_404"))
    finding = look(DeadLetters())["dead"]
    assert (finding.state, finding.value) == (State.WARN, 60)
    assert finding.evidence["failures"] == {"http_404": 60}
    assert len(finding.evidence["sources"]) == 5


def test_dead_letters_older_than_an_hour_do_not_count(look: Look, queue: RedisTaskQueue, clock: ManualClock) -> None:
    for source in range(60):
        enqueue(queue, clock, source + 1)
    end_all(queue, clock, Outcome(TaskState.DEAD, "gone", "http_404"))
    clock.advance(3601)
    assert look(DeadLetters())["dead"].value == 0


def test_delayed_tasks_are_counted(
    look: Look, queue: RedisTaskQueue, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (look(Delayed())["delayed"].state, look(Delayed())["delayed"].value) == (State.OK, 0)
    monkeypatch.setattr(Delayed, "WARN", 3)
    for source in range(3):
        enqueue(queue, clock, source + 1)
    retry = Outcome(TaskState.FAILED, "later", "timeout", retry_at_ms=to_ms(clock.now() + timedelta(minutes=1)))
    end_all(queue, clock, retry)
    finding = look(Delayed())["delayed"]
    assert (finding.state, finding.value) == (State.WARN, 3)


def test_success_without_enough_windows_is_unknown(look: Look, database: Database) -> None:
    assert look(SuccessRate())["windows"].state is State.UNKNOWN
    ledger(database, 19, "DEAD", "dns")
    assert look(SuccessRate())["windows"].state is State.UNKNOWN


@pytest.mark.parametrize(
    ("good", "bad", "state"),
    [(20, 0, State.OK), (190, 10, State.OK), (18, 3, State.OK), (60, 40, State.WARN), (5, 95, State.DOWN)],
)
def test_success_rate_is_judged_with_its_uncertainty(
    look: Look, database: Database, good: int, bad: int, state: State
) -> None:
    ledger(database, good, "SUCCESS")
    ledger(database, bad, "DEAD", "dns")
    finding = look(SuccessRate())["windows"]
    assert finding.state is state
    assert finding.value == pytest.approx(good / (good + bad), abs=1e-4)
    assert finding.evidence["failures"] == ({"dns": bad} if bad else {})


def test_cancelled_windows_and_windows_of_earlier_hours_do_not_count(look: Look, database: Database) -> None:
    ledger(database, 30, "SUCCESS")
    ledger(database, 100, "DEAD")
    ledger(database, 100, "DEAD", "dns", START - timedelta(hours=2))
    finding = look(SuccessRate())["windows"]
    assert (finding.state, finding.value) == (State.OK, 1.0)


def test_windows_that_wait_for_a_retry_count_as_failed(look: Look, database: Database) -> None:
    ledger(database, 10, "SUCCESS")
    ledger(database, 90, "FAILED")
    assert look(SuccessRate())["windows"].state is State.DOWN
