"""The ledger of windows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from kit.clock import ManualClock, to_ms
from kit.contracts.task import Ended, TaskState
from kit.errors import Conflict, InvalidInput, NotFound
from kit.ports.queue import TaskView
from services.audit.schemas import AuditFilter
from services.bundle import Services
from services.tasks.schemas import NewWindow, TaskReason, WindowFilter

if TYPE_CHECKING:
    from kit.adapters.real.redis_queue import RedisTaskQueue
    from tests.services.conftest import Desk

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
FIRST = "src_1_202611301200"


def window(source: int = 1, minutes: int = 0) -> NewWindow:
    at = NOON + timedelta(minutes=minutes)
    return NewWindow(source, "COLUMN", at, 5, at)


def ended(task_id: str = FIRST, state: TaskState = TaskState.SUCCESS, **more: Any) -> Ended:
    values = {
        "reason": "",
        "failure": "",
        "ended_ms": to_ms(NOON) + 90_000,
        "attempts": 1,
        "documents": 3,
        "details": 4,
        "details_failed": 1,
    }
    return Ended(task_id=task_id, source_id=1, state=state, **{**values, "epoch": 1, **more})


def create(services: Services, *windows: NewWindow) -> list[str]:
    return [task.id for task in services.tasks.create_windows(windows)]


def test_same_window_is_created_once_whoever_asks(desk: Desk) -> None:
    with desk() as services:
        assert create(services, window(1), window(2)) == [FIRST, "src_2_202611301200"]
    with desk() as services:
        assert create(services, window(1), window(3), window(3)) == ["src_3_202611301200"]


def test_window_that_another_scheduler_wrote_in_the_same_instant_is_left_alone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with desk() as services:
        create(services, window())
        services.tasks.reopen([FIRST])
    monkeypatch.setattr("services.tasks.repository.existing", lambda _session, _ids: set())
    with desk() as services:
        create(services, window())
        assert services.tasks.get(FIRST).epoch == 2


def test_new_window_is_a_task_of_its_source(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        clock.advance(5)
        (task,) = services.tasks.create_windows([window()])
        services.tasks.mark_enqueued([task.id])
        row = services.tasks.get(task.id)
    assert (task.source_id, task.source_type, task.priority, task.epoch) == (1, "COLUMN", 5, 1)
    assert (task.due_ms, task.enqueued_ms) == (to_ms(NOON), to_ms(NOON) + 5000)
    assert (row.status, row.window, row.enqueued_at) == (TaskState.PENDING, NOON, NOON + timedelta(seconds=5))


def test_open_windows_guard_their_source_until_the_end(desk: Desk) -> None:
    with desk() as services:
        create(services, window(1), window(2))
        assert services.tasks.open_windows([1, 2, 3]) == {1: FIRST, 2: "src_2_202611301200"}
        services.tasks.apply_ended([ended()])
        assert services.tasks.open_windows([1, 2, 3]) == {2: "src_2_202611301200"}


def test_end_of_a_window_is_taken_once_with_its_numbers(desk: Desk) -> None:
    with desk() as services:
        create(services, window())
        (end,) = services.tasks.apply_ended([ended(retry_after_s=7.0), ended()])
        assert services.tasks.apply_ended([ended()]) == []
        row = services.tasks.get(FIRST)
    assert (end.source_id, end.window, end.state, end.retry_after_s) == (1, NOON, TaskState.SUCCESS, 7.0)
    assert (row.status, row.documents, row.details, row.details_failed) == (TaskState.SUCCESS, 3, 4, 1)
    assert row.finished_at == NOON + timedelta(seconds=90)


def test_closed_window_never_opens_or_changes_again(desk: Desk) -> None:
    with desk() as services:
        create(services, window())
        services.tasks.apply_ended([ended(state=TaskState.DEAD, failure="http_404")])
        assert services.tasks.apply_ended([ended()]) == []
        assert services.tasks.reopen([FIRST]) == []
        assert services.tasks.observe([TaskView(FIRST, "RUNNING")]) == 0
        row = services.tasks.get(FIRST)
    assert (row.status, row.failure, row.epoch) == (TaskState.DEAD, "http_404", 1)


def test_end_from_before_the_queue_was_lost_is_ignored(desk: Desk) -> None:
    with desk() as services:
        create(services, window())
        (task,) = services.tasks.reopen([FIRST])
        assert task.epoch == 2
        assert services.tasks.apply_ended([ended(epoch=1)]) == []
        assert len(services.tasks.apply_ended([ended(epoch=2)])) == 1


def test_end_that_is_no_end_or_of_an_unknown_window_is_ignored(desk: Desk) -> None:
    with desk() as services:
        create(services, window())
        assert services.tasks.apply_ended([ended(state=TaskState.FAILED), ended("src_9_202611301200")]) == []
        assert services.tasks.get(FIRST).status == TaskState.PENDING


def test_windows_that_the_queue_lost_are_enqueued_with_the_next_epoch(desk: Desk, queue: RedisTaskQueue) -> None:
    with desk() as services:
        tasks = services.tasks.create_windows([window(1), window(2)])
        queue.enqueue(tasks[:1], now_ms=1)
        batch, _ = services.tasks.open_tasks()
        lost = queue.unknown([one.id for one in batch])
        again = services.tasks.reopen(lost)
    assert lost == ["src_2_202611301200"]
    assert queue.enqueue(again, now_ms=2) == [True]
    assert again[0].epoch == 2


def test_open_tasks_come_in_batches_oldest_first(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        for source in (3, 1, 2):
            create(services, window(source))
            clock.advance(1)
        first, following = services.tasks.open_tasks(limit=2)
        rest, end = services.tasks.open_tasks(limit=2, after=following)
    assert [one.source_id for one in (*first, *rest)] == [3, 1, 2]
    assert end == ""


def test_replay_is_a_new_window_that_names_the_first_one_and_enters_the_queue(
    desk: Desk, queue: RedisTaskQueue, clock: ManualClock
) -> None:
    with desk() as services:
        create(services, window())
        services.tasks.apply_ended([ended(state=TaskState.DEAD, failure="dns")])
    clock.advance(3600)
    with desk() as services:
        replay = services.tasks.replay(FIRST, actor="li")
        assert queue.view([replay.id]) == [None]
    assert (replay.id, replay.replay_of, replay.window) == (f"{FIRST}~1", FIRST, NOON)
    assert replay.due_at == NOON + timedelta(hours=1)
    (view,) = queue.view([replay.id])
    assert view is not None
    assert view.status == "PENDING"
    with desk() as services:
        assert services.audit.page(AuditFilter(subject_type="task")).items[0].after == {"replay": f"{FIRST}~1"}
        assert services.tasks.get(FIRST).status == TaskState.DEAD


def test_replays_are_numbered_on_also_past_nine_and_from_a_replay(desk: Desk) -> None:
    with desk() as services:
        create(services, window())
        services.tasks.apply_ended([ended()])
        last = FIRST
        for _ in range(11):
            last = services.tasks.replay(last, actor="li").id
            services.tasks.apply_ended([ended(last)])
    assert last == f"{FIRST}~11"


def test_window_that_is_still_open_cannot_be_replayed(desk: Desk) -> None:
    with desk() as services:
        create(services, window())
        with pytest.raises(Conflict, match="has not ended"):
            services.tasks.replay(FIRST, actor="li")
        services.tasks.apply_ended([ended()])
        services.tasks.replay(FIRST, actor="li")
        with pytest.raises(Conflict, match=r"~1 has not ended"):
            services.tasks.replay(FIRST, actor="li")
        with pytest.raises(NotFound):
            services.tasks.replay("src_8_202611301200", actor="li")


def test_list_pages_newest_first_and_filters(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        for source in range(1, 6):
            create(services, window(source))
            clock.advance(60)
        services.tasks.apply_ended([ended()])

        def found(**wanted: Any) -> list[int]:
            return [one.source_id for one in services.tasks.page(WindowFilter(**wanted)).items]

        assert found() == [5, 4, 3, 2, 1]
        assert found(statuses=(TaskState.SUCCESS, TaskState.DEAD)) == [1]
        assert found(source_id=3) == [3]
        assert found(since=NOON + timedelta(minutes=1), until=NOON + timedelta(minutes=3)) == [3, 2]
        assert services.tasks.counts(NOON)[TaskState.PENDING] == 4
        seen, after = [], ""
        while True:
            page = services.tasks.page(limit=2, after=after)
            seen += [one.source_id for one in page.items]
            if not (after := page.next):
                break
    assert seen == [5, 4, 3, 2, 1]


def test_page_size_is_bounded(desk: Desk) -> None:
    with desk() as services, pytest.raises(InvalidInput, match="limit"):
        services.tasks.page(limit=100_000)


def test_live_states_are_taken_into_the_ledger_for_filtering(desk: Desk) -> None:
    with desk() as services:
        create(services, window())
        view = TaskView(FIRST, "RUNNING", {"claimed": str(to_ms(NOON))})
        assert services.tasks.observe([view]) == 1
        assert services.tasks.observe([view]) == 0
        row = services.tasks.get(FIRST)
        assert (row.status, row.started_at) == (TaskState.RUNNING, NOON)
        assert services.tasks.open_windows([1]) == {1: FIRST}


def test_detail_task_is_found_through_its_window(desk: Desk) -> None:
    with desk() as services:
        create(services, window())
        assert services.tasks.get(f"{FIRST}#{'0' * 32}").id == FIRST


def test_only_old_closed_windows_are_purged_in_bounded_steps(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        create(services, *(window(source) for source in range(1, 6)))
        services.tasks.apply_ended([ended(f"src_{source}_202611301200") for source in range(1, 5)])
        assert services.tasks.purge(timedelta(days=30)) == 0
        clock.advance(31 * 86400)
        assert services.tasks.purge(timedelta(days=30), limit=3) == 3
        assert services.tasks.purge(timedelta(days=30), limit=3) == 1
        assert [one.source_id for one in services.tasks.page().items] == [5]


def test_reason_of_a_window_comes_from_ledger_and_queue(desk: Desk, queue: RedisTaskQueue) -> None:
    with desk() as services:
        tasks = services.tasks.create_windows([window(1), window(2), window(3)])
        queue.enqueue(tasks[:2], now_ms=to_ms(NOON))
        (claim,) = queue.take("host:1", limit=1, timeout_s=0.1, now_ms=to_ms(NOON))
        services.tasks.apply_ended([ended("src_3_202611301200", state=TaskState.DEAD, failure="dns")])
        rows = [services.tasks.get(task.id) for task in tasks]
        codes = {row.id: reason.code for row, reason in zip(rows, services.tasks.why(rows), strict=True)}
    waiting = next(task.id for task in tasks[:2] if task.id != claim.task.id)
    assert codes[claim.task.id] is TaskReason.RUNNING
    assert codes[waiting] is TaskReason.WAITING
    assert codes["src_3_202611301200"] is TaskReason.FAILED_FOR_GOOD
