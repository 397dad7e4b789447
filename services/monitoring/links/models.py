"""Pages that are looked at again, and how far the walk over all documents has come."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime, UtcOrNever


class LinkCheck(Base):
    """`looks` are the last verdicts as [state, reason], the newest last; `state` and `reason` what they say together. `next_at` never: no more looks
    until the walk comes by again."""

    __tablename__ = "link_check"
    __table_args__ = (Index(None, "next_at"), Index(None, "source_id", "state"), MYSQL)

    fingerprint: Mapped[str] = mapped_column(String(32), primary_key=True)
    url: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(String(500))
    source_id: Mapped[int] = mapped_column(BigId)
    state: Mapped[str] = mapped_column(String(10))
    reason: Mapped[str] = mapped_column(String(32))
    moved_to: Mapped[str] = mapped_column(Text)
    looks: Mapped[list[Any]] = mapped_column(JSON)
    checked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    next_at: Mapped[datetime | None] = mapped_column(UtcOrNever)


class LinkWalk(Base):
    """One row. `place` is the sort key of the last document taken; empty: from the newest on."""

    __tablename__ = "link_walk"
    __table_args__ = (MYSQL,)

    name: Mapped[str] = mapped_column(String(16), primary_key=True)
    place: Mapped[list[Any]] = mapped_column(JSON)
    taken_at: Mapped[datetime] = mapped_column(UtcDateTime)


TABLES = (LinkCheck, LinkWalk)
