"""Kept searches."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Boolean, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime


class SavedSearch(Base):
    """`address` is the query part of the search page's address."""

    __tablename__ = "saved_search"
    __table_args__ = (UniqueConstraint("user_id", "name"), MYSQL)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    user_id: Mapped[int] = mapped_column(BigId, ForeignKey("user_account.id"))
    name: Mapped[str] = mapped_column(String(80))
    address: Mapped[str] = mapped_column(String(2000))
    shared: Mapped[bool] = mapped_column(Boolean)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
