"""Templates and their immutable numbered versions (requirement C4)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime


class Template(Base):
    """`live_version` is the number of the published version, 0 before the first publication."""

    __tablename__ = "template"
    __table_args__ = (UniqueConstraint("name"), MYSQL)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    name: Mapped[str] = mapped_column(String(120))
    description: Mapped[str] = mapped_column(String(2000))
    live_version: Mapped[int] = mapped_column(Integer)
    last_version: Mapped[int] = mapped_column(Integer)
    created_by: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)


class TemplateVersion(Base):
    """Only `status`, `published_by` and `published_at` ever change. `sha` is the SHA-256 of the canonical JSON of `spec`."""

    __tablename__ = "template_version"
    __table_args__ = (MYSQL,)

    template_id: Mapped[int] = mapped_column(BigId, ForeignKey("template.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    spec: Mapped[dict[str, Any]] = mapped_column(JSON)
    sha: Mapped[str] = mapped_column(String(64))
    note: Mapped[str] = mapped_column(String(500))
    status: Mapped[str] = mapped_column(String(8))
    created_by: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    published_by: Mapped[str] = mapped_column(String(64))
    published_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
