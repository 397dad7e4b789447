"""Templates, their immutable numbered versions (requirement C4), golden samples (C5) and shadow runs (C6)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKey, Integer, LargeBinary, String, UniqueConstraint
from sqlalchemy.dialects import mysql
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


class TemplateSample(Base):
    """A page kept with what is expected of it. `page` is its text, UTF-8 and zlib-compressed; `expected` maps field → exact value."""

    __tablename__ = "template_sample"
    __table_args__ = (MYSQL,)

    template_id: Mapped[int] = mapped_column(BigId, ForeignKey("template.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(120))
    good: Mapped[bool] = mapped_column(Boolean)
    part: Mapped[str] = mapped_column(String(8))
    url: Mapped[str] = mapped_column(String(2000))
    timezone: Mapped[str] = mapped_column(String(64))
    fetched_at: Mapped[datetime] = mapped_column(UtcDateTime)
    page: Mapped[bytes] = mapped_column(LargeBinary().with_variant(mysql.MEDIUMBLOB(), "mysql"))
    expected: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_by: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class TemplateShadow(Base):
    """The latest run of a version beside the live one. `share` is permille of the pages, `ended_at` None while nobody ended it before `until`."""

    __tablename__ = "template_shadow"
    __table_args__ = (MYSQL,)

    template_id: Mapped[int] = mapped_column(BigId, ForeignKey("template.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    run: Mapped[int] = mapped_column(Integer)
    live_version: Mapped[int] = mapped_column(Integer)
    share: Mapped[int] = mapped_column(Integer)
    pages: Mapped[int] = mapped_column(Integer)
    different: Mapped[int] = mapped_column(Integer)
    started_by: Mapped[str] = mapped_column(String(64))
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    until: Mapped[datetime] = mapped_column(UtcDateTime)
    ended_by: Mapped[str] = mapped_column(String(64))
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    outcome: Mapped[str] = mapped_column(String(12))


class TemplateShadowCount(Base):
    """On how many pages of a shadow run a field came out as `kind` says."""

    __tablename__ = "template_shadow_count"
    __table_args__ = (MYSQL,)

    template_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    field: Mapped[str] = mapped_column(String(60), primary_key=True)
    kind: Mapped[str] = mapped_column(String(12), primary_key=True)
    pages: Mapped[int] = mapped_column(Integer)


class TemplateShadowExample(Base):
    """A page on which a field differed; few slots for each field and kind, so that the table stays small however many pages differ."""

    __tablename__ = "template_shadow_example"
    __table_args__ = (MYSQL,)

    template_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    field: Mapped[str] = mapped_column(String(60), primary_key=True)
    kind: Mapped[str] = mapped_column(String(12), primary_key=True)
    slot: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    source_id: Mapped[int] = mapped_column(BigId)
    url: Mapped[str] = mapped_column(String(2000))
    live: Mapped[str] = mapped_column(String(400))
    draft: Mapped[str] = mapped_column(String(400))
