"""Daily counts of what was collected, and how long it took."""

from __future__ import annotations

from datetime import date

from sqlalchemy import BigInteger, Date, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId


class CollectDaily(Base):
    """Events per UTC day, source, stage and outcome ("ok" or a FailureClass), with the sums of what they report."""

    __tablename__ = "collect_daily"
    __table_args__ = (Index(None, "source_id", "day"), MYSQL)

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    source_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    stage: Mapped[str] = mapped_column(String(12), primary_key=True)
    outcome: Mapped[str] = mapped_column(String(24), primary_key=True)
    events: Mapped[int] = mapped_column(Integer)
    documents: Mapped[int] = mapped_column(BigInteger)
    elapsed_ms: Mapped[int] = mapped_column(BigInteger)
    body_bytes: Mapped[int] = mapped_column(BigInteger)


class LatencyDaily(Base):
    """A histogram per UTC day and measure: how many took at most `upper_ms` and longer than the next smaller bound."""

    __tablename__ = "latency_daily"
    __table_args__ = (MYSQL,)

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    measure: Mapped[str] = mapped_column(String(24), primary_key=True)
    upper_ms: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    events: Mapped[int] = mapped_column(Integer)
