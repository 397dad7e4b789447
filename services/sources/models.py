"""Sources: what is collected, how often, and how it has been going (requirement C1)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, SmallInteger, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, LabelSet, UtcDateTime, UtcOrNever

REVISIT_MIN_S = 600
REVISIT_MAX_S = 86_400


class CollectSource(Base):
    """`entry_url_hash` stands for (source_type, entry_url), which are too long for a unique index; a deleted source gives it free.

    `version` grows with every change of the configuration, not with statistics. `next_run_at` None: never. `missed_at` is the first
    window that came due while an earlier one was still open, or while nobody scheduled (it then runs at `next_run_at`); `last_window`
    the last one scheduled. `not_before` is what the site asked for (Retry-After). `revisit_s` is the interval that an adaptive source
    has learned (None: nothing yet); it is kept between the operator's two bounds. `credential` is what services.credentials keeps: the sealed secret and what may be told about it.
    """

    __tablename__ = "collect_source"
    __table_args__ = (
        UniqueConstraint("entry_url_hash"),
        Index(None, "next_run_at", "id"),
        Index(None, "status", "next_run_at"),
        Index(None, "name", "id"),
        Index(None, "template_id"),
        Index(None, "deleted_at", "status"),
        MYSQL,
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    source_type: Mapped[str] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(200))
    entry_url: Mapped[str] = mapped_column(String(2000))
    entry_url_hash: Mapped[str] = mapped_column(String(32))
    charset: Mapped[str] = mapped_column(String(40))
    template_id: Mapped[int | None] = mapped_column(BigId, ForeignKey("template.id"))
    cron_expr: Mapped[str] = mapped_column(String(120))
    timezone: Mapped[str] = mapped_column(String(64))
    priority: Mapped[int] = mapped_column(SmallInteger)
    rate: Mapped[float | None] = mapped_column(Float)
    concurrency: Mapped[int] = mapped_column(Integer)
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    headers: Mapped[dict[str, str]] = mapped_column(JSON)
    credential: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    language: Mapped[str] = mapped_column(String(16))
    site_name: Mapped[str] = mapped_column(String(200))
    labels: Mapped[tuple[str, ...]] = mapped_column(LabelSet)
    owner: Mapped[str] = mapped_column(String(64))
    status: Mapped[int] = mapped_column(SmallInteger)
    status_reason: Mapped[str] = mapped_column(String(24))
    status_params: Mapped[dict[str, Any]] = mapped_column(JSON)
    fail_count: Mapped[int] = mapped_column(Integer)
    fail_weight: Mapped[float] = mapped_column(Float)
    last_failure: Mapped[str] = mapped_column(String(24))
    last_failure_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_run_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_window: Mapped[datetime | None] = mapped_column(UtcDateTime)
    missed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    not_before: Mapped[datetime | None] = mapped_column(UtcDateTime)
    adaptive: Mapped[bool] = mapped_column(Boolean, default=False)
    revisit_min_s: Mapped[int] = mapped_column(Integer, default=REVISIT_MIN_S)
    revisit_max_s: Mapped[int] = mapped_column(Integer, default=REVISIT_MAX_S)
    revisit_s: Mapped[float | None] = mapped_column(Float)
    throttled_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    next_run_at: Mapped[datetime | None] = mapped_column(UtcOrNever, nullable=False)
    version: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_by: Mapped[str] = mapped_column(String(64))
    deleted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
