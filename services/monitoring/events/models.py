"""How far the log of events was read, and the events of the last days."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime


class EventPosition(Base):
    """The last message taken in per partition, written with what was made of it. `newest_ms` is the highest log time among all taken in."""

    __tablename__ = "event_position"
    __table_args__ = (MYSQL,)

    reader: Mapped[str] = mapped_column(String(40), primary_key=True)
    topic: Mapped[str] = mapped_column(String(40), primary_key=True)
    part: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    taken: Mapped[int] = mapped_column(BigInteger)
    newest_ms: Mapped[int] = mapped_column(BigInteger)


class TaskEvent(Base):
    """One step of one task. `page` is the fingerprint of its URL, `digest` recognises an event that was sent twice, `noted_at` rises with the id."""

    __tablename__ = "task_event"
    __table_args__ = (
        Index(None, "task_id"),
        Index(None, "page"),
        Index(None, "content_hash"),
        Index(None, "digest"),
        Index(None, "source_id", "id"),
        MYSQL,
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    digest: Mapped[int] = mapped_column(BigInteger)
    noted_at: Mapped[datetime] = mapped_column(UtcDateTime)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    task_id: Mapped[str] = mapped_column(String(96))
    source_id: Mapped[int] = mapped_column(BigId)
    stage: Mapped[str] = mapped_column(String(12))
    outcome: Mapped[str] = mapped_column(String(24))
    detail: Mapped[str] = mapped_column(String(300))
    url: Mapped[str] = mapped_column(String(2000))
    page: Mapped[str] = mapped_column(String(32))
    content_hash: Mapped[str] = mapped_column(String(32))
    template_version: Mapped[str] = mapped_column(String(40))
    worker: Mapped[str] = mapped_column(String(120))
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
