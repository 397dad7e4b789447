"""Queries on the audit log."""

from __future__ import annotations

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from services.audit.models import AuditLog
from services.audit.schemas import AuditFilter


def add(session: Session, entry: AuditLog) -> None:
    session.add(entry)


def matching(wanted: AuditFilter) -> Select[AuditLog]:
    statement = select(AuditLog)
    for name in ("actor", "action", "subject_type", "subject_id"):
        if value := getattr(wanted, name):
            statement = statement.where(getattr(AuditLog, name) == value)
    if wanted.since:
        statement = statement.where(AuditLog.at >= wanted.since)
    if wanted.until:
        statement = statement.where(AuditLog.at < wanted.until)
    return statement


def newest(session: Session, statement: Select[AuditLog], *, before_id: int | None, limit: int) -> list[AuditLog]:
    if before_id is not None:
        statement = statement.where(AuditLog.id < before_id)
    return list(session.scalars(statement.order_by(AuditLog.id.desc()).limit(limit)))
