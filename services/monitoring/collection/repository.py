"""Queries on daily counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Row, delete, func, select
from sqlalchemy.orm import Session

from services.monitoring import upsert
from services.monitoring.collection.models import CollectDaily, LatencyDaily

SUMS = ("events", "documents", "elapsed_ms", "body_bytes")


def count(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    upsert.add_up(session, CollectDaily, rows, SUMS)


def count_latency(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    upsert.add_up(session, LatencyDaily, rows, ("events",))


def daily(session: Session, since: date, until: date, source_id: int | None) -> Sequence[Row[*tuple[Any, ...]]]:
    """Per day, stage and outcome, both days included."""
    sums = [func.sum(getattr(CollectDaily, name)) for name in SUMS]
    keys = (CollectDaily.day, CollectDaily.stage, CollectDaily.outcome)
    statement = select(*keys, *sums).where(CollectDaily.day >= since, CollectDaily.day <= until)
    if source_id is not None:
        statement = statement.where(CollectDaily.source_id == source_id)
    return session.execute(statement.group_by(*keys).order_by(*keys)).all()


def latency(session: Session, since: date, until: date) -> Sequence[Row[date, str, int, int]]:
    columns = (LatencyDaily.day, LatencyDaily.measure, LatencyDaily.upper_ms)
    statement = select(*columns, LatencyDaily.events).where(LatencyDaily.day >= since, LatencyDaily.day <= until)
    return session.execute(statement.order_by(*columns)).all()


def delete_before(session: Session, day: date, limit: int) -> int:
    """About `limit` rows of the oldest day before `day`; how many."""
    oldest = session.scalar(select(func.min(CollectDaily.day)))
    if oldest is None or oldest >= day:
        return 0
    ids = select(CollectDaily.source_id).where(CollectDaily.day == oldest).order_by(CollectDaily.source_id)
    last = session.scalar(ids.offset(limit).limit(1))
    statement = delete(CollectDaily).where(CollectDaily.day == oldest)
    if last is not None:
        statement = statement.where(CollectDaily.source_id <= last)
    result = session.execute(statement.execution_options(synchronize_session=False))
    return int(result.rowcount)  # type: ignore[attr-defined]


def delete_latency_before(session: Session, day: date) -> None:
    statement = delete(LatencyDaily).where(LatencyDaily.day < day)
    session.execute(statement.execution_options(synchronize_session=False))
