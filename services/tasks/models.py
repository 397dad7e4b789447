"""The ledger of windows, and the lease of the leading scheduler."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Index, Integer, SmallInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime


class CollectTask(Base):
    """One window of one source; the primary key makes the same window impossible twice (requirement S1).

    `epoch` grows each time the window is enqueued anew. `status` is a kit TaskState; PENDING, RUNNING and FAILED are open.
    """

    __tablename__ = "collect_task"
    __table_args__ = (
        Index(None, "created_at", "id"),
        Index(None, "status", "created_at", "id"),
        Index(None, "source_id", "created_at", "id"),
        Index(None, "source_id", "status"),
        Index(None, "replay_of"),
        MYSQL,
    )

    id: Mapped[str] = mapped_column(String(48), primary_key=True)
    source_id: Mapped[int] = mapped_column(BigId)
    source_type: Mapped[str] = mapped_column(String(16))
    window: Mapped[datetime] = mapped_column("window_at", UtcDateTime)
    priority: Mapped[int] = mapped_column(SmallInteger)
    status: Mapped[str] = mapped_column(String(8))
    reason: Mapped[str] = mapped_column(String(200))
    failure: Mapped[str] = mapped_column(String(24))
    epoch: Mapped[int] = mapped_column(Integer)
    attempts: Mapped[int] = mapped_column(Integer)
    documents: Mapped[int] = mapped_column(Integer)
    details: Mapped[int] = mapped_column(Integer)
    details_failed: Mapped[int] = mapped_column(Integer)
    due_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    enqueued_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    replay_of: Mapped[str] = mapped_column(String(48))


class CollectCursor(Base):
    """Where a source that is read on from a position left off: `cursor` is its kind's own, of the window `task_id`.

    Written with the end of that window, so only once ingest has accepted what lies before it (requirement C3).
    """

    __tablename__ = "collect_cursor"
    __table_args__ = (MYSQL,)

    source_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    cursor: Mapped[dict[str, str]] = mapped_column(JSON)
    task_id: Mapped[str] = mapped_column(String(48))
    kept_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Lease(Base):
    """`fence` grows with every change of holder, `beat` with every renewal."""

    __tablename__ = "lease"
    __table_args__ = (MYSQL,)

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    holder: Mapped[str] = mapped_column(String(80))
    fence: Mapped[int] = mapped_column(Integer)
    beat: Mapped[int] = mapped_column(Integer)
    renewed_at: Mapped[datetime] = mapped_column(UtcDateTime)
