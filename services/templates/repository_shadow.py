"""Queries on shadow runs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from services.monitoring import upsert
from services.templates.models import TemplateShadow, TemplateShadowCount, TemplateShadowExample, TemplateVersion


def add(session: Session, row: TemplateShadow) -> None:
    session.add(row)
    session.flush()


def get(session: Session, template_id: int, number: int, *, lock: bool = False) -> TemplateShadow | None:
    return session.get(TemplateShadow, (template_id, number), with_for_update=lock)


def of_template(session: Session, template_id: int) -> list[TemplateShadow]:
    statement = select(TemplateShadow).where(TemplateShadow.template_id == template_id)
    return list(session.scalars(statement.order_by(TemplateShadow.number.desc())))


def not_ended(session: Session, ids: Collection[int]) -> list[tuple[TemplateShadow, TemplateVersion]]:
    """Runs that nobody ended (their time may be up), with the version that runs."""
    on = (TemplateVersion.template_id == TemplateShadow.template_id) & (TemplateVersion.number == TemplateShadow.number)
    statement = select(TemplateShadow, TemplateVersion).join(TemplateVersion, on)
    rows = session.execute(statement.where(TemplateShadow.template_id.in_(ids), TemplateShadow.ended_at.is_(None)))
    return [(run, version) for run, version in rows]


def counts(session: Session, template_id: int, number: int) -> list[TemplateShadowCount]:
    where = (TemplateShadowCount.template_id == template_id, TemplateShadowCount.number == number)
    return list(session.scalars(select(TemplateShadowCount).where(*where)))


def examples(session: Session, template_id: int, number: int) -> list[TemplateShadowExample]:
    where = (TemplateShadowExample.template_id == template_id, TemplateShadowExample.number == number)
    statement = select(TemplateShadowExample).where(*where)
    return list(session.scalars(statement.order_by(TemplateShadowExample.at.desc(), TemplateShadowExample.slot)))


def forget(session: Session, template_id: int, number: int) -> None:
    """Deletes what an earlier run of the version found."""
    for table in (TemplateShadowCount, TemplateShadowExample):
        session.execute(delete(table).where(table.template_id == template_id, table.number == number))


def count_up(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    upsert.add_up(session, TemplateShadowCount, rows, ("pages",))


def put_examples(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    upsert.put(session, TemplateShadowExample, rows)


def add_pages(session: Session, template_id: int, number: int, pages: int, different: int) -> None:
    statement = update(TemplateShadow).where(TemplateShadow.template_id == template_id, TemplateShadow.number == number)
    grown = {"pages": TemplateShadow.pages + pages, "different": TemplateShadow.different + different}
    session.execute(statement.values(grown).execution_options(synchronize_session=False))
