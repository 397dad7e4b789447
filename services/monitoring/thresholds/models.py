"""Thresholds as people set them. Rows are never changed or deleted: what ended stays as its history."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Double, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime, UtcOrNever


class CheckThreshold(Base):
    """One value for one place: `level` is global, kind, source or field; what the level does not need is empty or 0. It holds until
    `ends_at` (an expiry, or the moment somebody ended or replaced it, then `ended_by` says who)."""

    __tablename__ = "check_threshold"
    __table_args__ = (Index(None, "ends_at"), MYSQL)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    check_key: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(24))
    level: Mapped[str] = mapped_column(String(8))
    kind: Mapped[str] = mapped_column(String(16))
    source_id: Mapped[int] = mapped_column(BigId)
    field: Mapped[str] = mapped_column(String(40))
    value: Mapped[float] = mapped_column(Double)
    owner: Mapped[str] = mapped_column(String(64))
    reason: Mapped[str] = mapped_column(String(200))
    created_by: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ends_at: Mapped[datetime | None] = mapped_column(UtcOrNever)
    ended_by: Mapped[str] = mapped_column(String(64))
