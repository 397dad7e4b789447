"""Operations on many sources: the frozen list of what each is to touch, and what became of it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime


class SourceOperation(Base):
    """`scope` tells how the list was chosen. `position` is the number of the last item that was worked on; counts are of the items up to it.

    `worker` may work on it until `leased_until`. `undo_of` and `undone_by` join an operation and the one that takes it back.
    """

    __tablename__ = "source_operation"
    __table_args__ = (MYSQL,)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    verb: Mapped[str] = mapped_column(String(16))
    params: Mapped[dict[str, Any]] = mapped_column(JSON)
    scope: Mapped[dict[str, Any]] = mapped_column(JSON)
    actor: Mapped[str] = mapped_column(String(64))
    state: Mapped[str] = mapped_column(String(12))
    total: Mapped[int] = mapped_column(Integer)
    position: Mapped[int] = mapped_column(BigInteger)
    done: Mapped[int] = mapped_column(Integer)
    same: Mapped[int] = mapped_column(Integer)
    refused: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    undo_of: Mapped[int | None] = mapped_column(BigId)
    undone_by: Mapped[int | None] = mapped_column(BigId)
    worker: Mapped[str] = mapped_column(String(100))
    leased_until: Mapped[datetime | None] = mapped_column(UtcDateTime)


class SourceOperationItem(Base):
    """`number` orders the items: the source's own, or that of a row in a file. `row` is what the file says, or what an undo puts back.

    `result` is empty while it waits. `undo` is what was there before, and what the operation made of it.
    """

    __tablename__ = "source_operation_item"
    __table_args__ = (MYSQL,)

    operation_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("source_operation.id"), primary_key=True, autoincrement=False
    )
    number: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    source_id: Mapped[int | None] = mapped_column(BigId)
    name: Mapped[str] = mapped_column(String(200))
    row: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    result: Mapped[str] = mapped_column(String(12))
    problems: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    undo: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
