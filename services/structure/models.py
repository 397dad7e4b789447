"""Families of pages with their baselines, cases for a person, documents that are held, and daily counts."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Date, Index, Integer, LargeBinary, String
from sqlalchemy.dialects import mysql
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime

_Blob = LargeBinary().with_variant(mysql.MEDIUMBLOB(), "mysql")


class StructureSite(Base):
    """Of one source. `version` grows with every change that collectors must hear of; `paused` tells since when nothing may be overwritten."""

    __tablename__ = "structure_site"
    __table_args__ = (Index(None, "changed_at"), MYSQL)

    source_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(Integer)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    paused: Mapped[bool] = mapped_column(Boolean)
    paused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    paused_why: Mapped[str] = mapped_column(String(200))


class StructureFamily(Base):
    """`family_key` is the MD5 of `family`. `learnt` and `baseline` are zlib-compressed JSON: sights by address, and what they have in common
    (empty while they are too few). Both belong to one version of the template. `began`: the revision with which a person let it begin anew;
    what was judged by an earlier one says nothing about it."""

    __tablename__ = "structure_family"
    __table_args__ = (MYSQL,)

    source_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    family_key: Mapped[str] = mapped_column(String(32), primary_key=True)
    family: Mapped[str] = mapped_column(String(300))
    template_id: Mapped[int] = mapped_column(BigId)
    template_version: Mapped[int] = mapped_column(Integer)
    revision: Mapped[int] = mapped_column(Integer)
    began: Mapped[int] = mapped_column(Integer)
    pages: Mapped[int] = mapped_column(Integer)
    learnt: Mapped[bytes] = mapped_column(_Blob)
    baseline: Mapped[bytes] = mapped_column(_Blob)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)


class StructureCase(Base):
    """A change of a family that waits for a person, or did. `revision`: of the baseline that pages were judged by; once decided, the one after.

    `learnt` are the sights of pages that differ, as in StructureFamily; `evidence` maps field → why, of the page `after_url`.
    """

    __tablename__ = "structure_case"
    __table_args__ = (
        Index(None, "source_id", "family_key", "id"),
        Index(None, "status", "id"),
        MYSQL,
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    source_id: Mapped[int] = mapped_column(BigId)
    family_key: Mapped[str] = mapped_column(String(32))
    family: Mapped[str] = mapped_column(String(300))
    template_id: Mapped[int] = mapped_column(BigId)
    template_version: Mapped[int] = mapped_column(Integer)
    revision: Mapped[int] = mapped_column(Integer)
    status: Mapped[str] = mapped_column(String(12))
    verdict: Mapped[str] = mapped_column(String(12))
    pages: Mapped[int] = mapped_column(Integer)
    evidence: Mapped[dict[str, Any]] = mapped_column(JSON)
    before_url: Mapped[str] = mapped_column(String(2000))
    after_url: Mapped[str] = mapped_column(String(2000))
    learnt: Mapped[bytes] = mapped_column(_Blob)
    opened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    decided_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str] = mapped_column(String(64))
    note: Mapped[str] = mapped_column(String(500))


class StructureHeld(Base):
    """A document in quarantine; `held_key` is the MD5 of `object_key`, under which it lies. `case_id` 0: it waits for the end of a pause.

    `template_version` ("7:3") is the one that it was, or was last tried to be, extracted with.
    """

    __tablename__ = "structure_held"
    __table_args__ = (Index(None, "case_id", "status"), Index(None, "status", "held_key"), MYSQL)

    held_key: Mapped[str] = mapped_column(String(32), primary_key=True)
    object_key: Mapped[str] = mapped_column(String(200))
    case_id: Mapped[int] = mapped_column(BigId)
    source_id: Mapped[int] = mapped_column(BigId)
    family_key: Mapped[str] = mapped_column(String(32))
    page: Mapped[str] = mapped_column(String(32))
    task_id: Mapped[str] = mapped_column(String(96))
    url: Mapped[str] = mapped_column(String(2000))
    title: Mapped[str] = mapped_column(String(200))
    verdict: Mapped[str] = mapped_column(String(12))
    blocked: Mapped[str] = mapped_column(String(300))
    template_version: Mapped[str] = mapped_column(String(40))
    status: Mapped[str] = mapped_column(String(12))
    reason: Mapped[str] = mapped_column(String(300))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class StructureDaily(Base):
    """Pages of a source that were compared with their family on a day (UTC), and those of them that stood out."""

    __tablename__ = "structure_daily"
    __table_args__ = (MYSQL,)

    day: Mapped[date] = mapped_column(Date, primary_key=True)
    source_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)
    judged: Mapped[int] = mapped_column(Integer)
    blocked: Mapped[int] = mapped_column(Integer)


TABLES = (StructureSite, StructureFamily, StructureCase, StructureHeld, StructureDaily)
