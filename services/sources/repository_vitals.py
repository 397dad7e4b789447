"""The columns that tell how sources are doing, without the rest of each row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from kit.chunks import chunks
from services.sources.models import CollectSource

_VITALS = (
    CollectSource.id,
    CollectSource.name,
    CollectSource.status,
    CollectSource.status_reason,
    CollectSource.cron_expr,
    CollectSource.timezone,
    CollectSource.fail_count,
    CollectSource.fail_weight,
    CollectSource.last_failure,
    CollectSource.last_failure_at,
    CollectSource.last_run_at,
    CollectSource.throttled_since,
    CollectSource.created_at,
    CollectSource.updated_at,
)


def after(session: Session, last_id: int, limit: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """Sources that are not deleted, by id."""
    statement = select(*_VITALS).where(CollectSource.id > last_id, CollectSource.deleted_at.is_(None))
    return session.execute(statement.order_by(CollectSource.id).limit(limit)).all()


def ownership(session: Session, ids: Collection[int]) -> list[Row[*tuple[Any, ...]]]:
    """(id, name, owner, labels) of those that exist, deleted ones included."""
    rows: list[Row[*tuple[Any, ...]]] = []
    for chunk in chunks(sorted(ids), 500):
        chosen = (CollectSource.id, CollectSource.name, CollectSource.owner, CollectSource.labels)
        rows += session.execute(select(*chosen).where(CollectSource.id.in_(chunk))).all()
    return rows


def types(session: Session) -> list[Row[*tuple[Any, ...]]]:
    """(id, type) of all that are not deleted."""
    chosen = select(CollectSource.id, CollectSource.source_type).where(CollectSource.deleted_at.is_(None))
    return list(session.execute(chosen).all())
