"""One document's journey, asked for by task, address or hash (requirement M9)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sqlalchemy.orm import Session

from kit.errors import InvalidInput
from kit.ids import parse_task_id, root_of
from services.monitoring.events import repository
from services.monitoring.events.decode import page_of
from services.monitoring.events.models import TaskEvent
from services.monitoring.events.schemas import Journey, TraceEvent

EVENTS_MAX = 500
_TASKS_MAX = 20
_HASH = re.compile(r"[0-9a-f]{32}", re.IGNORECASE)


def journey(session: Session, asked: str, limit: int = EVENTS_MAX) -> Journey:
    """`asked` is a task id (a window's brings its details along), a content hash, or a URL. Raises InvalidInput for an empty text."""
    asked = asked.strip()
    if not asked:
        raise InvalidInput("give a task id, a URL or a content hash", field="q")
    if _HASH.fullmatch(asked):
        rows = _around(session, repository.of_hash(session, asked.lower(), limit + 1), limit)
    elif (task_id := _task_id(asked)) is not None:
        rows = _of_task(session, task_id, limit)
    else:
        rows = _around(session, repository.of_page(session, page_of(asked), limit + 1), limit)
    steps = sorted({row.id: row for row in rows}.values(), key=lambda row: (row.at, row.id))
    return Journey(tuple(map(_view, steps[:limit])), len(steps) > limit)


def _of_task(session: Session, task_id: str, limit: int) -> list[TaskEvent]:
    if root_of(task_id) == task_id:
        return repository.of_window(session, task_id, limit + 1)
    return repository.of_tasks(session, [task_id, root_of(task_id)], limit + 1)


def _around(session: Session, named: list[TaskEvent], limit: int) -> list[TaskEvent]:
    """What else happened to the same page in the same tasks and their windows: other steps of it may name another hash, or none."""
    newest = list(dict.fromkeys(row.task_id for row in reversed(named)))[:_TASKS_MAX]
    tasks = {task_id for one in newest for task_id in (one, root_of(one))}
    pages = {row.page for row in named}
    return named + [row for row in repository.of_tasks(session, tasks, 4 * limit) if _belongs(row, pages)]


def _belongs(row: TaskEvent, pages: Iterable[str]) -> bool:
    """The same page, or a step of the whole task; other documents of one task have pages or hashes of their own."""
    return row.page in pages or not row.content_hash and row.stage in ("scheduled", "claimed", "ended")


def _task_id(text: str) -> str | None:
    try:
        parse_task_id(text)
    except InvalidInput:
        return None
    return text


def _view(row: TaskEvent) -> TraceEvent:
    return TraceEvent(**{name: getattr(row, name) for name in TraceEvent.__struct_fields__})
