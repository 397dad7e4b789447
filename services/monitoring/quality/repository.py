"""Queries on daily counts of fields and flags."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Row, delete, func, select
from sqlalchemy.orm import Session

from services.monitoring import upsert
from services.monitoring.quality.models import QualityDaily, QualitySeries

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
    session: Session, source_ids: Collection[int], since: date, until: date, kinds: Collection[str] = ()
) -> list[Row[date, int, str, str, str, int]]:
    """Both days included, by source, version, kind, name and day; of all kinds or of these."""
    rows: list[Row[date, int, str, str, str, int]] = []
    ids = sorted(source_ids)
    for start in range(0, len(ids), _IN_MAX):
        chunk = ids[start : start + _IN_MAX]
        statement = select(*_COLUMNS).where(
            QualityDaily.source_id.in_(chunk), QualityDaily.day >= since, QualityDaily.day <= until
        )
        if kinds:
            statement = statement.where(QualityDaily.kind.in_(sorted(kinds)))
        order = (QualityDaily.source_id, QualityDaily.template_version, QualityDaily.kind, QualityDaily.name)
        rows.extend(session.execute(statement.order_by(*order, QualityDaily.day)))
    return rows


def remembered(session: Session, source_ids: Collection[int]) -> list[Row[int, str, date, str]]:
    """(source, version, through, ready) of up to _IN_MAX sources, the oldest memory of a source first."""
    row = QualitySeries
    statement = select(row.source_id, row.template_version, row.through, row.ready)
    statement = statement.where(row.source_id.in_(sorted(source_ids)))
    return list(session.execute(statement.order_by(row.source_id, row.through, row.template_version)))


def memories(session: Session, source_ids: Collection[int]) -> list[Row[int, str, date, str]]:
    """(source, version, through, memory), as `remembered`."""
    row = QualitySeries
    statement = select(row.source_id, row.template_version, row.through, row.memory)
    statement = statement.where(row.source_id.in_(sorted(source_ids)))
    return list(session.execute(statement.order_by(row.source_id, row.through, row.template_version)))


def behind(session: Session, source_ids: Collection[int], through: date) -> set[int]:
    """Those of up to _IN_MAX sources with days up to `through` that no memory has taken in."""
    # Counts of days that are remembered already have a memory of their version that reaches to them.
    known = (
        select(QualitySeries.source_id)
        .where(
            QualitySeries.source_id == QualityDaily.source_id,
            QualitySeries.template_version == QualityDaily.template_version,
            QualitySeries.through >= QualityDaily.day,
        )
        .exists()
    )
    where = (QualityDaily.source_id.in_(sorted(source_ids)), QualityDaily.name == "", QualityDaily.day <= through)
    return set(session.scalars(select(QualityDaily.source_id).where(*where, ~known).distinct()))


def remember(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    upsert.put(session, QualitySeries, rows)


def forget_before(session: Session, through: date) -> None:
    statement = delete(QualitySeries).where(QualitySeries.through < through)
    session.execute(statement.execution_options(synchronize_session=False))


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
