"""Queries on golden samples."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session, defer

from services.templates.models import TemplateSample


def add(session: Session, row: TemplateSample) -> None:
    session.add(row)
    session.flush()


def get(session: Session, template_id: int, number: int) -> TemplateSample | None:
    return session.get(TemplateSample, (template_id, number))


def remove(session: Session, row: TemplateSample) -> None:
    session.delete(row)
    session.flush()


def of_template(session: Session, template_id: int, *, pages: bool) -> list[TemplateSample]:
    """In the order in which they were added; without `pages` the pages are left in the database."""
    statement = select(TemplateSample).where(TemplateSample.template_id == template_id).order_by(TemplateSample.number)
    return list(session.scalars(statement if pages else statement.options(defer(TemplateSample.page))))


def last_number(session: Session, template_id: int) -> int:
    return session.scalar(select(func.max(TemplateSample.number)).where(TemplateSample.template_id == template_id)) or 0
