"""What people decided about documents, one row a decision: for a rule's precision, for undoing, and as examples of rules."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime


class ReviewDecision(Base):
    """`action`: approved, fixed, rejected or undone; `latest`: no later one of this document; `flags` as the rules had set them.

    `evidence` maps flag → what the rule saw; `example`: kept as an example of these rules.
    """

    __tablename__ = "review_decision"
    __table_args__ = (Index(None, "content_hash"), Index(None, "latest", "decided_at"), MYSQL)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    content_hash: Mapped[str] = mapped_column(String(64))
    source_id: Mapped[str] = mapped_column(String(20))
    title: Mapped[str] = mapped_column(String(300))
    url: Mapped[str] = mapped_column(String(2000))
    action: Mapped[str] = mapped_column(String(10))
    latest: Mapped[bool] = mapped_column(Boolean)
    example: Mapped[bool] = mapped_column(Boolean)
    flags: Mapped[list[str]] = mapped_column(JSON)
    evidence: Mapped[dict[str, Any]] = mapped_column(JSON)
    note: Mapped[str] = mapped_column(Text)
    actor: Mapped[str] = mapped_column(String(120))
    decided_at: Mapped[datetime] = mapped_column(UtcDateTime)
