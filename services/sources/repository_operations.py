"""Queries on operations over many sources."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, func, insert, literal, or_, select, update
from sqlalchemy.orm import Session

from kit.chunks import chunks
from services.sources import repository
from services.sources.models import CollectSource
from services.sources.operation_models import SourceOperation, SourceOperationItem
from services.sources.schemas import SourceFilter

_IN_MAX = 500
_FROZEN = ("operation_id", "number", "source_id", "name", "result")


def add(session: Session, row: SourceOperation) -> None:
    session.add(row)
    session.flush()


def get(session: Session, operation_id: int) -> SourceOperation | None:
    return session.get(SourceOperation, operation_id, populate_existing=True)


def newest(session: Session, *, before: int | None, limit: int) -> list[SourceOperation]:
    statement = select(SourceOperation).order_by(SourceOperation.id.desc()).limit(limit)
    if before is not None:
        statement = statement.where(SourceOperation.id < before)
    return list(session.scalars(statement))


def in_states(session: Session, states: Collection[str]) -> list[int]:
    found = select(SourceOperation.id).where(SourceOperation.state.in_(states)).order_by(SourceOperation.id)
    return list(session.scalars(found))


def lease(session: Session, operation_id: int, worker: str, now: datetime, until: datetime) -> bool:
    """Takes an operation that nobody else holds; held until the transaction ends, and by name until `until`."""
    free = or_(
        SourceOperation.leased_until.is_(None), SourceOperation.leased_until < now, SourceOperation.worker == worker
    )
    statement = update(SourceOperation).where(SourceOperation.id == operation_id, free)
    result = session.execute(
        statement.values(worker=worker, leased_until=until).execution_options(synchronize_session=False)
    )
    return bool(result.rowcount)  # type: ignore[attr-defined]


def change(session: Session, operation_id: int, state: str, values: Mapping[str, Any]) -> bool:
    """Writes `values` unless it is no longer in `state`."""
    statement = update(SourceOperation).where(SourceOperation.id == operation_id, SourceOperation.state == state)
    result = session.execute(statement.values(**values).execution_options(synchronize_session=False))
    return bool(result.rowcount)  # type: ignore[attr-defined]


def count_matching(session: Session, wanted: SourceFilter) -> int:
    matching = repository.matching(wanted).with_only_columns(CollectSource.id).subquery()
    return session.scalar(select(func.count()).select_from(matching)) or 0


def freeze_matching(session: Session, operation_id: int, wanted: SourceFilter) -> int:
    return _freeze(session, operation_id, repository.matching(wanted))


def freeze_ids(session: Session, operation_id: int, ids: Collection[int]) -> int:
    there = select(CollectSource).where(CollectSource.deleted_at.is_(None))
    return sum(
        _freeze(session, operation_id, there.where(CollectSource.id.in_(some)))
        for some in chunks(sorted(set(ids)), _IN_MAX)
    )


def freeze_undo(session: Session, operation_id: int, undone: int) -> int:
    """What `undone` has changed, to be put back in the order of its items."""
    item = SourceOperationItem
    changed = select(literal(operation_id), item.number, item.source_id, item.name, literal(""), item.undo)
    changed = changed.where(item.operation_id == undone, item.undo.is_not(None))
    return _insert(session, (*_FROZEN, "row"), changed)


def freeze_refused(session: Session, operation_id: int, earlier: int) -> int:
    item = SourceOperationItem
    again = select(literal(operation_id), item.number, item.source_id, item.name, literal(""))
    return _insert(session, _FROZEN, again.where(item.operation_id == earlier, item.result == "refused"))


def add_items(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    for some in chunks(rows, _IN_MAX):
        session.execute(insert(SourceOperationItem), [dict(row) for row in some])


def items_after(
    session: Session, operation_id: int, number: int, limit: int, result: str | None = None
) -> list[SourceOperationItem]:
    statement = select(SourceOperationItem).where(
        SourceOperationItem.operation_id == operation_id, SourceOperationItem.number > number
    )
    if result is not None:
        statement = statement.where(SourceOperationItem.result == result)
    ordered = statement.order_by(SourceOperationItem.number).limit(limit)
    return list(session.scalars(ordered.execution_options(populate_existing=True)))


def results(session: Session, operation_id: int) -> dict[str, int]:
    counted = select(SourceOperationItem.result, func.count()).where(SourceOperationItem.operation_id == operation_id)
    return dict(session.execute(counted.group_by(SourceOperationItem.result)).all())


def write_results(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    """Each row: the primary key and what became of the item."""
    if rows:
        session.execute(update(SourceOperationItem), [dict(row) for row in rows])


def forget_results(session: Session, operation_id: int) -> None:
    """After a dry run every item waits again."""
    statement = update(SourceOperationItem).where(SourceOperationItem.operation_id == operation_id)
    waiting = statement.where(SourceOperationItem.row.is_not(None)).values(result="", problems=None)
    session.execute(waiting.execution_options(synchronize_session=False))


def purge(session: Session, older_than: datetime) -> None:
    old = select(SourceOperation.id).where(SourceOperation.created_at < older_than)
    for operation_id in list(session.scalars(old)):
        session.execute(delete(SourceOperationItem).where(SourceOperationItem.operation_id == operation_id))
        session.execute(delete(SourceOperation).where(SourceOperation.id == operation_id))


def _freeze(session: Session, operation_id: int, sources: Select[CollectSource]) -> int:
    frozen = sources.with_only_columns(
        literal(operation_id), CollectSource.id, CollectSource.id.label("source"), CollectSource.name, literal("")
    )
    return _insert(session, _FROZEN, frozen)


def _insert(session: Session, columns: Sequence[str], rows: Select[*tuple[Any, ...]]) -> int:
    statement = insert(SourceOperationItem).from_select(list(columns), rows, include_defaults=False)
    return int(session.execute(statement).rowcount)  # type: ignore[attr-defined]
