"""Queries on events and on how far they were read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, or_, select
from sqlalchemy.orm import Session

from kit.chunks import chunks
from services.monitoring import upsert
from services.monitoring.events.models import EventPosition, TaskEvent

_IN_MAX = 500
Place = tuple[str, int]


def positions(session: Session, reader: str) -> dict[Place, tuple[int, int]]:
    """(topic, partition) → (offset taken last, newest log time), locked until the transaction ends."""
    statement = select(EventPosition).where(EventPosition.reader == reader).with_for_update()
    return {(row.topic, row.part): (row.taken, row.newest_ms) for row in session.scalars(statement)}


def set_positions(session: Session, reader: str, places: Mapping[Place, tuple[int, int]]) -> None:
    rows = [
        {"reader": reader, "topic": topic, "part": part, "taken": taken, "newest_ms": newest}
        for (topic, part), (taken, newest) in sorted(places.items())
    ]
    upsert.put(session, EventPosition, rows)


def known(session: Session, digests: Collection[int]) -> set[int]:
    """Those that an event has already."""
    found: set[int] = set()
    for chunk in chunks(sorted(digests), _IN_MAX):
        found.update(session.scalars(select(TaskEvent.digest).where(TaskEvent.digest.in_(chunk))))
    return found


def add(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        session.execute(insert(TaskEvent), [dict(row) for row in rows])


def of_tasks(session: Session, task_ids: Collection[str], limit: int) -> list[TaskEvent]:
    return _first(session, TaskEvent.task_id.in_(sorted(task_ids)[:_IN_MAX]), limit)


def of_window(session: Session, root_id: str, limit: int) -> list[TaskEvent]:
    """Of a window and its details: ids that go on with `#` sort before `$`."""
    details = (TaskEvent.task_id > f"{root_id}#") & (TaskEvent.task_id < f"{root_id}$")
    return _first(session, or_(TaskEvent.task_id == root_id, details), limit)


def of_page(session: Session, page: str, limit: int) -> list[TaskEvent]:
    """The newest events of a page, oldest first."""
    return _last(session, TaskEvent.page == page, limit)


def of_hash(session: Session, content_hash: str, limit: int) -> list[TaskEvent]:
    """The newest events that name a document, oldest first."""
    return _last(session, TaskEvent.content_hash == content_hash, limit)


def of_source(session: Session, source_id: int, stage: str, version: str | None, limit: int) -> list[TaskEvent]:
    """The newest first, of one template version or of all."""
    statement = select(TaskEvent).where(TaskEvent.source_id == source_id, TaskEvent.stage == stage)
    if version is not None:
        statement = statement.where(TaskEvent.template_version == version)
    return list(session.scalars(statement.order_by(TaskEvent.id.desc()).limit(limit)))


def delete_oldest(session: Session, *, noted_before: datetime, keep: int, limit: int) -> int:
    """Of the `limit` oldest rows, those noted before that moment or beyond the `keep` newest; how many."""
    first = session.scalar(select(func.min(TaskEvent.id)))
    last = session.scalar(select(func.max(TaskEvent.id)))
    if first is None or last is None:
        return 0
    old = or_(TaskEvent.noted_at < noted_before, TaskEvent.id <= last - keep)
    statement = delete(TaskEvent).where(TaskEvent.id < first + limit, old)
    result = session.execute(statement.execution_options(synchronize_session=False))
    return int(result.rowcount)  # type: ignore[attr-defined]


def _first(session: Session, where: ColumnElement[bool], limit: int) -> list[TaskEvent]:
    return list(session.scalars(select(TaskEvent).where(where).order_by(TaskEvent.id).limit(limit)))


def _last(session: Session, where: ColumnElement[bool], limit: int) -> list[TaskEvent]:
    return list(session.scalars(select(TaskEvent).where(where).order_by(TaskEvent.id.desc()).limit(limit)))[::-1]
