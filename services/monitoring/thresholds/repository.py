"""Queries on thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.monitoring.thresholds.models import CheckThreshold


def holding(session: Session, now: datetime, check_key: str = "") -> list[CheckThreshold]:
    """The newest of each place comes last."""
    statement = select(CheckThreshold).where(CheckThreshold.ends_at > now)
    if check_key:
        statement = statement.where(CheckThreshold.check_key == check_key)
    return list(session.scalars(statement.order_by(CheckThreshold.id)))


def newest(session: Session, limit: int) -> Sequence[CheckThreshold]:
    return list(session.scalars(select(CheckThreshold).order_by(CheckThreshold.id.desc()).limit(limit)))


def get(session: Session, threshold_id: int) -> CheckThreshold | None:
    return session.get(CheckThreshold, threshold_id)


def add(session: Session, row: CheckThreshold) -> None:
    session.add(row)
    session.flush()
