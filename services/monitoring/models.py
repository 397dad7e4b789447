"""What the checks found: the present state per subject, its changes, and how each check ran."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Double, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime


class CheckState(Base):
    """`since` is when the state began; `checked_at` when the finding last changed in any way, see CheckRun for the last look."""

    __tablename__ = "check_state"
    __table_args__ = (Index(None, "slice", "state", "since"), Index(None, "subject_type", "subject_id"), MYSQL)

    check_key: Mapped[str] = mapped_column(String(40), primary_key=True)
    subject_type: Mapped[str] = mapped_column(String(16), primary_key=True)
    subject_id: Mapped[str] = mapped_column(String(128), primary_key=True)
    slice: Mapped[str] = mapped_column(String(12))
    state: Mapped[str] = mapped_column(String(8))
    value: Mapped[float | None] = mapped_column(Double)
    expected: Mapped[str] = mapped_column(String(120))
    evidence: Mapped[dict[str, Any]] = mapped_column(JSON)
    since: Mapped[datetime] = mapped_column(UtcDateTime)
    checked_at: Mapped[datetime] = mapped_column(UtcDateTime)


class CheckFlip(Base):
    """A change of state. `before` is empty for a subject seen for the first time, `after` is "gone" for one that is not reported any more."""

    __tablename__ = "check_flip"
    __table_args__ = (Index(None, "subject_type", "subject_id", "id"), Index(None, "at"), MYSQL)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    check_key: Mapped[str] = mapped_column(String(40))
    subject_type: Mapped[str] = mapped_column(String(16))
    subject_id: Mapped[str] = mapped_column(String(128))
    before: Mapped[str] = mapped_column(String(8))
    after: Mapped[str] = mapped_column(String(8))
    value: Mapped[float | None] = mapped_column(Double)
    expected: Mapped[str] = mapped_column(String(120))
    evidence: Mapped[dict[str, Any]] = mapped_column(JSON)


class CheckRun(Base):
    """The last run of each check. Its findings count as unknown after `fresh_until`; `error` is empty when it ended well."""

    __tablename__ = "check_run"
    __table_args__ = (MYSQL,)

    check_key: Mapped[str] = mapped_column(String(40), primary_key=True)
    slice: Mapped[str] = mapped_column(String(12))
    checked_at: Mapped[datetime] = mapped_column(UtcDateTime)
    fresh_until: Mapped[datetime] = mapped_column(UtcDateTime)
    elapsed_ms: Mapped[int] = mapped_column(Integer)
    findings: Mapped[int] = mapped_column(Integer)
    error: Mapped[str] = mapped_column(String(300))
