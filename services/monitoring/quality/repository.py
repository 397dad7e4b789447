"""Queries on daily counts of fields and flags."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Row, delete, func, select
from sqlalchemy.orm import Session

from services.monitoring import upsert
from services.monitoring.quality.models import QualityDaily

_IN_MAX = 500
_COLUMNS = (
    QualityDaily.day,
    QualityDaily.source_id,
    QualityDaily.template_version,
    QualityDaily.kind,
    QualityDaily.name,
    QualityDaily.events,
)


def count(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    upsert.add_up(session, QualityDaily, rows, ("events",))


def sources_on(session: Session, since: date, kind: str) -> list[int]:
    """Sources that have counts of that kind from `since` on."""
    statement = select(QualityDaily.source_id).where(QualityDaily.day >= since, QualityDaily.kind == kind).distinct()
    return sorted(session.scalars(statement))


def of_sources(
    session: Session, source_ids: Collection[int], since: date, until: date
) -> list[Row[date, int, str, str, str, int]]:
    """Both days included, by source, version, kind, name and day."""
    rows: list[Row[date, int, str, str, str, int]] = []
    ids = sorted(source_ids)
    for start in range(0, len(ids), _IN_MAX):
        chunk = ids[start : start + _IN_MAX]
        statement = select(*_COLUMNS).where(
            QualityDaily.source_id.in_(chunk), QualityDaily.day >= since, QualityDaily.day <= until
        )
        order = (QualityDaily.source_id, QualityDaily.template_version, QualityDaily.kind, QualityDaily.name)
        rows.extend(session.execute(statement.order_by(*order, QualityDaily.day)))
    return rows


def delete_before(session: Session, day: date, limit: int) -> int:
    """About `limit` rows of the oldest day before `day`; how many."""
    oldest = session.scalar(select(func.min(QualityDaily.day)))
    if oldest is None or oldest >= day:
        return 0
    ids = select(QualityDaily.source_id).where(QualityDaily.day == oldest).order_by(QualityDaily.source_id)
    last = session.scalar(ids.offset(limit).limit(1))
    statement = delete(QualityDaily).where(QualityDaily.day == oldest)
    if last is not None:
        statement = statement.where(QualityDaily.source_id <= last)
    result = session.execute(statement.execution_options(synchronize_session=False))
    return int(result.rowcount)  # type: ignore[attr-defined]
