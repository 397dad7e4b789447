"""The columns that tell how sources are doing, without the rest of each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

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
