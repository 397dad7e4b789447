"""Queries on the ledger of windows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.orm import Session

from kit.chunks import chunks
from kit.contracts.task import FINAL, TaskState
from services import paging
from services.orm import insert_new
from services.tasks.models import CollectCursor, CollectTask, Lease
from services.tasks.schemas import WindowFilter

OPEN = tuple(state for state in TaskState if state not in FINAL)
_IN_MAX = 500
Item = TypeVar("Item", int, str)


def get(session: Session, task_id: str) -> CollectTask | None:
    return session.get(CollectTask, task_id, populate_existing=True)


def by_ids(session: Session, ids: Collection[str], *, lock: bool = False) -> list[CollectTask]:
    rows: list[CollectTask] = []
    for chunk in chunks(sorted(ids), _IN_MAX):
        statement = _fresh(select(CollectTask).where(CollectTask.id.in_(chunk)))
        rows.extend(session.scalars(statement.with_for_update() if lock else statement))
    return rows


def existing(session: Session, ids: Collection[str]) -> set[str]:
    found: set[str] = set()
    for chunk in chunks(sorted(ids), _IN_MAX):
        found.update(session.scalars(select(CollectTask.id).where(CollectTask.id.in_(chunk))))
    return found


def add_new(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Leaves rows alone that another scheduler wrote in the same instant."""
    if rows:
        session.connection().execute(
            insert_new(CollectTask.metadata.tables["collect_task"], _dialect(session)), list(rows)
        )


def open_of(session: Session, source_ids: Collection[int]) -> dict[int, str]:
    """Source id → id of its oldest open window."""
    found: dict[int, str] = {}
    for chunk in chunks(sorted(source_ids), _IN_MAX):
        statement = select(CollectTask.source_id, CollectTask.id).where(
            CollectTask.source_id.in_(chunk), CollectTask.status.in_(OPEN)
        )
        for source_id, task_id in session.execute(statement):
            found[source_id] = min(task_id, found.get(source_id, task_id))
    return found


def cursors(session: Session, source_ids: Collection[int]) -> dict[int, dict[str, str]]:
    """Source id → where it left off; sources without are left out."""
    found: dict[int, dict[str, str]] = {}
    for chunk in chunks(sorted(source_ids), _IN_MAX):
        statement = select(CollectCursor.source_id, CollectCursor.cursor).where(CollectCursor.source_id.in_(chunk))
        found.update((source_id, cursor) for source_id, cursor in session.execute(statement))
    return found


def keep_cursor(session: Session, row: CollectCursor) -> None:
    session.merge(row)
    session.flush()


def open_after(session: Session, after: tuple[datetime, str] | None, limit: int) -> list[CollectTask]:
    """Open windows, oldest first."""
    statement = _fresh(select(CollectTask).where(CollectTask.status.in_(OPEN)))
    if after is not None:
        statement = statement.where(paging.beyond(CollectTask.created_at, CollectTask.id, after, descending=False))
    return list(session.scalars(statement.order_by(CollectTask.created_at, CollectTask.id).limit(limit)))


def set_enqueued(session: Session, ids: Collection[str], at: datetime) -> None:
    for chunk in chunks(sorted(ids), _IN_MAX):
        statement = update(CollectTask).where(CollectTask.id.in_(chunk)).values(enqueued_at=at)
        session.execute(statement.execution_options(synchronize_session=False))


def end(session: Session, values: Sequence[dict[str, Any]]) -> None:
    """Each of `values` holds a row's `id` and its final columns."""
    if values:
        session.execute(update(CollectTask), list(values))


def last_replay(session: Session, root_id: str) -> str | None:
    """The id of the newest replay of a window, by length first: ~10 comes after ~9."""
    statement = select(CollectTask.id).where(CollectTask.replay_of == root_id)
    return session.scalar(statement.order_by(func.length(CollectTask.id).desc(), CollectTask.id.desc()).limit(1))


def matching(wanted: WindowFilter) -> Select[CollectTask]:
    statement = _fresh(select(CollectTask))
    if wanted.source_id is not None:
        statement = statement.where(CollectTask.source_id == wanted.source_id)
    if wanted.statuses:
        statement = statement.where(CollectTask.status.in_([str(status) for status in wanted.statuses]))
    if wanted.since:
        statement = statement.where(CollectTask.created_at >= wanted.since)
    return statement.where(CollectTask.created_at < wanted.until) if wanted.until else statement


def page(
    session: Session, statement: Select[CollectTask], *, after: tuple[datetime, str] | None, limit: int
) -> list[CollectTask]:
    if after is not None:
        statement = statement.where(paging.beyond(CollectTask.created_at, CollectTask.id, after, descending=True))
    return list(session.scalars(statement.order_by(CollectTask.created_at.desc(), CollectTask.id.desc()).limit(limit)))


def counts(session: Session, since: datetime) -> dict[str, int]:
    statement = select(CollectTask.status, func.count()).where(CollectTask.created_at >= since)
    return dict(session.execute(statement.group_by(CollectTask.status)).all())


def delete_final_before(session: Session, moment: datetime, limit: int) -> int:
    statement = select(CollectTask.id).where(CollectTask.created_at < moment, CollectTask.status.not_in(OPEN))
    ids = list(session.scalars(statement.order_by(CollectTask.created_at).limit(limit)))
    for chunk in chunks(ids, _IN_MAX):
        session.execute(
            delete(CollectTask).where(CollectTask.id.in_(chunk)).execution_options(synchronize_session=False)
        )
    return len(ids)


def lease(session: Session, name: str) -> tuple[str, int, int] | None:
    """(holder, fence, beat)."""
    row = session.execute(select(Lease.holder, Lease.fence, Lease.beat).where(Lease.name == name)).first()
    return None if row is None else (row.holder, row.fence, row.beat)


def add_lease(session: Session, name: str, at: datetime) -> None:
    values = {"name": name, "holder": "", "fence": 0, "beat": 0, "renewed_at": at}
    session.connection().execute(insert_new(Lease.metadata.tables["lease"], _dialect(session)), [values])


def swap_lease(session: Session, name: str, seen: tuple[int, int], values: dict[str, Any]) -> bool:
    """Compare and set: writes `values` while (fence, beat) are still as seen."""
    statement = update(Lease).where(Lease.name == name, Lease.fence == seen[0], Lease.beat == seen[1]).values(**values)
    result = session.execute(statement.execution_options(synchronize_session=False))
    return bool(result.rowcount)  # type: ignore[attr-defined]


def _fresh(statement: Select[CollectTask]) -> Select[CollectTask]:
    """Rows as they are in the database: statements over many rows go past the objects that the session holds."""
    return statement.execution_options(populate_existing=True)


def _dialect(session: Session) -> str:
    return session.connection().dialect.name
