"""Queries on sources."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, String, case, func, select, type_coerce, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from kit.chunks import chunks
from services import paging
from services.sources.models import CollectSource
from services.sources.schemas import SourceFilter, SourceSort

_IN_MAX = 500
_SORTS: dict[SourceSort, InstrumentedAttribute[Any]] = {
    "name": CollectSource.name,
    "next_run_at": CollectSource.next_run_at,
    "id": CollectSource.id,
}
_DUE = (
    CollectSource.id,
    CollectSource.source_type,
    CollectSource.priority,
    CollectSource.status,
    CollectSource.cron_expr,
    CollectSource.timezone,
    CollectSource.throttled_since,
    CollectSource.not_before,
    CollectSource.next_run_at,
    CollectSource.last_window,
    CollectSource.missed_at,
    CollectSource.adaptive,
    CollectSource.revisit_min_s,
    CollectSource.revisit_max_s,
    CollectSource.revisit_s,
)
HEALTH = (
    "status",
    "status_reason",
    "status_params",
    "fail_count",
    "fail_weight",
    "last_failure",
    "last_failure_at",
    "last_run_at",
    "missed_at",
    "not_before",
    "throttled_since",
    "next_run_at",
    "revisit_s",
)


def add(session: Session, row: CollectSource) -> None:
    session.add(row)
    session.flush()


def get(session: Session, source_id: int) -> CollectSource | None:
    return session.get(CollectSource, source_id, populate_existing=True)


def by_hash(session: Session, entry_url_hash: str) -> CollectSource | None:
    return session.scalar(_fresh(select(CollectSource).where(CollectSource.entry_url_hash == entry_url_hash)))


def by_ids(session: Session, ids: Collection[int]) -> list[CollectSource]:
    rows: list[CollectSource] = []
    for chunk in chunks(sorted(ids), _IN_MAX):
        rows.extend(session.scalars(_fresh(select(CollectSource).where(CollectSource.id.in_(chunk)))))
    return rows


def update_version(session: Session, source_id: int, version: int, values: Mapping[str, Any]) -> bool:
    """Writes `values` and the next version unless the row has moved on from `version`."""
    statement = (
        update(CollectSource)
        .where(CollectSource.id == source_id, CollectSource.version == version)
        .values(**values, version=version + 1)
        .execution_options(synchronize_session=False)
    )
    changed = bool(session.execute(statement).rowcount)  # type: ignore[attr-defined]
    if changed and (row := session.identity_map.get(session.identity_key(CollectSource, source_id))):
        session.refresh(row)
    return changed


def matching(wanted: SourceFilter) -> Select[CollectSource]:
    statement = _fresh(select(CollectSource).where(CollectSource.deleted_at.is_(None)))
    if wanted.q:
        statement = statement.where(_found(wanted.q.strip()))
    if wanted.types:
        statement = statement.where(CollectSource.source_type.in_(wanted.types))
    if wanted.statuses:
        statement = statement.where(CollectSource.status.in_(wanted.statuses))
    if wanted.label:
        statement = statement.where(
            type_coerce(CollectSource.labels, String).contains(f"|{wanted.label}|", autoescape=True)
        )
    if wanted.template_id is not None:
        statement = statement.where(CollectSource.template_id == wanted.template_id)
    if wanted.owner:
        statement = statement.where(CollectSource.owner == wanted.owner)
    return statement.where(CollectSource.fail_count > 0) if wanted.failing else statement


def page(
    session: Session,
    statement: Select[CollectSource],
    *,
    sort: SourceSort,
    descending: bool,
    after: tuple[Any, int] | None,
    limit: int,
) -> list[CollectSource]:
    column = _SORTS[sort]
    if after is not None:
        statement = statement.where(paging.beyond(column, CollectSource.id, after, descending=descending))
    order = (column.desc(), CollectSource.id.desc()) if descending else (column, CollectSource.id)
    return list(session.scalars(statement.order_by(*order).limit(limit)))


def each(session: Session, statement: Select[CollectSource], *, batch: int = 500) -> Iterable[CollectSource]:
    """All rows by id, a batch in memory at a time."""
    last = 0
    while rows := list(
        session.scalars(statement.where(CollectSource.id > last).order_by(CollectSource.id).limit(batch))
    ):
        yield from rows
        last = rows[-1].id


def due(session: Session, now: datetime, limit: int) -> Sequence[Row[*tuple[Any, ...]]]:
    statement = select(*_DUE).where(CollectSource.next_run_at <= now)
    return session.execute(statement.order_by(CollectSource.next_run_at, CollectSource.id).limit(limit)).all()


def set_next_runs(session: Session, next_run_at: datetime | None, ids: Collection[int]) -> None:
    for chunk in chunks(sorted(ids), _IN_MAX):
        _update_many(session, chunk, {"next_run_at": next_run_at})


def set_scheduled(session: Session, window: datetime, next_run_at: datetime | None, ids: Collection[int]) -> None:
    for chunk in chunks(sorted(ids), _IN_MAX):
        _update_many(session, chunk, {"next_run_at": next_run_at, "last_window": window, "missed_at": None})


def set_missed(session: Session, due_at: datetime, next_run_at: datetime | None, ids: Collection[int]) -> None:
    earliest = case((CollectSource.missed_at.is_(None), due_at), else_=CollectSource.missed_at)
    for chunk in chunks(sorted(ids), _IN_MAX):
        _update_many(session, chunk, {"next_run_at": next_run_at, "missed_at": earliest})


def set_turns(session: Session, turns: Sequence[dict[str, Any]]) -> None:
    """Each of `turns` is a row's `id` with `missed_at` and `next_run_at`."""
    if turns:
        session.execute(update(CollectSource), list(turns))


def set_health(session: Session, values: Sequence[dict[str, Any]]) -> None:
    """Each of `values` is a row's `id` with all columns of HEALTH."""
    if values:
        session.execute(update(CollectSource), list(values))


def counts(session: Session) -> dict[int, int]:
    rows = session.execute(
        select(CollectSource.status, func.count())
        .where(CollectSource.deleted_at.is_(None))
        .group_by(CollectSource.status)
    )
    return dict(rows.all())


def template_usage(session: Session, template_ids: Collection[int]) -> dict[int, int]:
    statement = select(CollectSource.template_id, func.count()).where(
        CollectSource.template_id.in_(template_ids), CollectSource.deleted_at.is_(None)
    )
    rows = session.execute(statement.group_by(CollectSource.template_id))
    return {template_id: number for template_id, number in rows if template_id is not None}


def _fresh(statement: Select[CollectSource]) -> Select[CollectSource]:
    """Rows as they are in the database: statements over many rows go past the objects that the session holds."""
    return statement.execution_options(populate_existing=True)


def _found(q: str) -> Any:
    text = CollectSource.name.icontains(q, autoescape=True) | CollectSource.entry_url.icontains(q, autoescape=True)
    return text | (CollectSource.id == int(q)) if q.isascii() and q.isdecimal() and len(q) < 18 else text


def _update_many(session: Session, ids: Sequence[int], values: Mapping[str, Any]) -> None:
    statement = update(CollectSource).where(CollectSource.id.in_(ids)).values(**values)
    session.execute(statement.execution_options(synchronize_session=False))
