"""The ledger: which windows exist, how each ended, replay, retention (requirements S1, S3, S10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from kit.clock import Clock, from_ms, to_ms
from kit.contracts.task import FINAL, Ended, Task, TaskState
from kit.errors import Conflict, NotFound
from kit.ids import parse_task_id, root_of, window_task_id
from kit.ports.queue import TaskQueue, TaskView
from services import paging
from services.audit.service import AuditService
from services.db import after_commit
from services.paging import Page
from services.reasons import Reason
from services.tasks import repository, why
from services.tasks.models import CollectCursor, CollectTask
from services.tasks.schemas import NewWindow, WindowEnd, WindowFilter, WindowView

REASON_MAX = 200


class TaskLedger:
    """One row per window. The live state of a window is the queue's; the ledger knows that it is open, and how it ended."""

    def __init__(self, session: Session, clock: Clock, audit: AuditService, queue: TaskQueue) -> None:
        self._session = session
        self._clock = clock
        self._audit = audit
        self._queue = queue

    def open_windows(self, source_ids: Collection[int]) -> dict[int, str]:
        """Source id → id of its unfinished window, for the in-flight guard (S3)."""
        return repository.open_of(self._session, source_ids)

    def create_windows(self, windows: Sequence[NewWindow]) -> list[Task]:
        """Writes those windows that do not exist yet and answers them as tasks for the queue; the others are left out."""
        now = self._clock.now()
        rows = {_id(window): _row(window, now) for window in windows}
        known = repository.existing(self._session, rows)
        fresh = {task_id: row for task_id, row in rows.items() if task_id not in known}
        repository.add_new(self._session, list(fresh.values()))
        # A row that another scheduler wrote in this instant is enqueued by both; the queue takes an id only once.
        cursors = repository.cursors(self._session, {row["source_id"] for row in fresh.values()})
        return [_new_task(row, now, cursors.get(row["source_id"], {})) for row in fresh.values()]

    def mark_enqueued(self, task_ids: Collection[str]) -> None:
        """The queue has these now."""
        repository.set_enqueued(self._session, task_ids, self._clock.now())

    def apply_ended(self, ended: Sequence[Ended]) -> list[WindowEnd]:
        """Takes the ends of windows into the ledger; answers those that changed it, for the sources' statistics.

        Idempotent: an end of a closed or unknown window, or of an earlier epoch (a claim from before the queue was lost), changes nothing.
        """
        rows = {row.id: row for row in repository.by_ids(self._session, {end.task_id for end in ended}, lock=True)}
        taken: dict[str, Ended] = {}
        for end in ended:
            row = rows.get(end.task_id)
            if row is not None and end.task_id not in taken and _closes(row, end):
                taken[end.task_id] = end
        repository.end(self._session, [_final(end) for end in taken.values()])
        for end in taken.values():
            self._keep_cursor(end)
        return [_window_end(rows[task_id], end) for task_id, end in taken.items()]

    def open_tasks(self, *, after: str = "", limit: int = 500) -> tuple[list[WindowView], str]:
        """Open windows, oldest first, with the cursor of the next batch ("" at the end)."""
        last: Any = tuple(paging.decode(after, [datetime, str])) if after else None
        rows = repository.open_after(self._session, last, limit)
        following = paging.encode([rows[-1].created_at, rows[-1].id]) if len(rows) == limit else ""
        return [view_of(row) for row in rows], following

    def reopen(self, task_ids: Collection[str]) -> list[Task]:
        """For open windows that the queue has lost: the next epoch of each, to be enqueued again. Closed ones are left out."""
        now = self._clock.now()
        rows = [row for row in repository.by_ids(self._session, task_ids, lock=True) if row.status not in FINAL]
        for row in rows:
            row.epoch += 1
            row.status = TaskState.PENDING
        self._session.flush()
        cursors = repository.cursors(self._session, {row.source_id for row in rows})
        return [_task(view_of(row), now, cursors.get(row.source_id, {})) for row in rows]

    def replay(self, task_id: str, *, actor: str) -> WindowView:
        """A new window that runs a finished one again under its own id (`…~n`); both stay in the ledger.

        It enters the queue once the transaction is committed. Raises NotFound, and Conflict while the window or a replay of it is open.
        """
        row = self._row(task_id)
        root = row.replay_of or row.id
        previous = repository.last_replay(self._session, root)
        for other in {row.id, previous or row.id}:
            if self._row(other).status not in FINAL:
                raise Conflict(f"window {other} has not ended yet", existing=other)
        parts = parse_task_id(root)
        number = parse_task_id(previous).replay + 1 if previous else 1
        now = self._clock.now()
        window = NewWindow(row.source_id, row.source_type, row.window, row.priority, now)
        fresh = _row(window, now) | {"id": window_task_id(parts.source_id, parts.window, number), "replay_of": root}
        repository.add_new(self._session, [fresh])
        self._audit.record(actor, "replay", "task", task_id, {}, {"replay": fresh["id"]})
        view = view_of(self._row(fresh["id"]))
        task = _task(view, now, repository.cursors(self._session, [row.source_id]).get(row.source_id, {}))
        after_commit(self._session, lambda: self._queue.enqueue([task], now_ms=to_ms(now)))
        return view

    def page(self, wanted: WindowFilter | None = None, *, limit: int = 50, after: str = "") -> Page[WindowView]:
        """Newest first. `after` is the `next` of the page before."""
        statement = repository.matching(wanted or WindowFilter())
        last: Any = tuple(paging.decode(after, [datetime, str])) if after else None
        rows = repository.page(self._session, statement, after=last, limit=paging.checked_limit(limit) + 1)
        total, more = paging.capped_count(self._session, statement)
        following = paging.encode([rows[limit - 1].created_at, rows[limit - 1].id]) if len(rows) > limit else ""
        return Page(tuple(view_of(row) for row in rows[:limit]), following, total, more)

    def get(self, task_id: str) -> WindowView:
        """The window that a task (also a detail task) belongs to. Raises NotFound."""
        return view_of(self._row(root_of(task_id)))

    def counts(self, since: datetime) -> dict[TaskState, int]:
        """Windows created since then, per state."""
        found = repository.counts(self._session, since)
        return {state: found.get(state, 0) for state in TaskState}

    def why(self, windows: Sequence[WindowView]) -> list[Reason]:
        """Why each is where it is (S8), from the ledger and the queue."""
        open_ids = [window.id for window in windows if window.status not in FINAL]
        views = dict(zip(open_ids, self._queue.view(open_ids), strict=True)) if open_ids else {}
        return [why.reason_of(window, views.get(window.id)) for window in windows]

    def observe(self, views: Sequence[TaskView]) -> int:
        """Takes the live state of open windows into the ledger, so that lists can filter by it; how many changed."""
        rows = {row.id: row for row in repository.by_ids(self._session, {view.task_id for view in views})}
        changed = [view for view in views if view.task_id in rows and _observed(rows[view.task_id], view)]
        self._session.flush()
        return len(changed)

    def purge(self, older_than: timedelta, *, limit: int = 5000) -> int:
        """Deletes up to `limit` closed windows created before that; how many. Call again while it answers `limit`."""
        return repository.delete_final_before(self._session, self._clock.now() - older_than, limit)

    def _keep_cursor(self, end: Ended) -> None:
        if not end.cursor:
            return
        cursor = msgspec.json.decode(end.cursor, type=dict[str, str])
        row = CollectCursor(source_id=end.source_id, cursor=cursor, task_id=end.task_id, kept_at=from_ms(end.ended_ms))
        repository.keep_cursor(self._session, row)

    def _row(self, task_id: str) -> CollectTask:
        row = repository.get(self._session, task_id)
        if row is None:
            raise NotFound(f"there is no window {task_id[:80]}")
        return row


def view_of(row: CollectTask) -> WindowView:
    values = {name: getattr(row, name) for name in WindowView.__struct_fields__}
    return WindowView(**{**values, "status": TaskState(row.status)})


def _id(window: NewWindow) -> str:
    return window_task_id(window.source_id, window.window)


def _row(window: NewWindow, now: datetime) -> dict[str, Any]:
    return {
        "id": _id(window),
        "source_id": window.source_id,
        "source_type": window.source_type,
        "window_at": window.window,
        "priority": window.priority,
        "status": str(TaskState.PENDING),
        "reason": "",
        "failure": "",
        "epoch": 1,
        "attempts": 0,
        "documents": 0,
        "details": 0,
        "details_failed": 0,
        "due_at": window.due_at,
        "created_at": now,
        "enqueued_at": None,
        "started_at": None,
        "finished_at": None,
        "replay_of": "",
    }


def _new_task(row: Mapping[str, Any], now: datetime, cursor: dict[str, str]) -> Task:
    return Task(
        id=row["id"],
        source_id=row["source_id"],
        source_type=row["source_type"],
        priority=row["priority"],
        due_ms=to_ms(row["due_at"]),
        enqueued_ms=to_ms(now),
        epoch=row["epoch"],
        meta=cursor,
    )


def _task(window: WindowView, now: datetime, cursor: dict[str, str]) -> Task:
    return Task(
        id=window.id,
        source_id=window.source_id,
        source_type=window.source_type,
        priority=window.priority,
        due_ms=to_ms(window.due_at),
        enqueued_ms=to_ms(now),
        epoch=window.epoch,
        meta=cursor,
        replay_of=window.replay_of,
    )


def _closes(row: CollectTask, end: Ended) -> bool:
    return row.status not in FINAL and end.state in FINAL and end.epoch >= row.epoch


def _final(end: Ended) -> dict[str, Any]:
    return {
        "id": end.task_id,
        "status": str(end.state),
        "reason": end.reason[:REASON_MAX],
        "failure": end.failure,
        "attempts": end.attempts,
        "documents": end.documents,
        "details": end.details,
        "details_failed": end.details_failed,
        "finished_at": from_ms(end.ended_ms),
    }


def _window_end(row: CollectTask, end: Ended) -> WindowEnd:
    at = from_ms(end.ended_ms)
    return WindowEnd(
        row.id, row.source_id, row.window, end.state, end.failure, at, end.retry_after_s, end.found, end.new
    )


def _observed(row: CollectTask, view: TaskView) -> bool:
    """Live states only: an end comes with its numbers through `apply_ended`."""
    if row.status in FINAL or view.status in FINAL or view.status not in repository.OPEN:
        return False
    claimed = view.fields.get("claimed", "")
    started = from_ms(int(claimed)) if claimed.isdecimal() and row.started_at is None else row.started_at
    changed = (row.status, row.started_at) != (view.status, started)
    row.status, row.started_at = view.status, started
    return changed
