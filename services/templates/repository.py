"""Queries on templates."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from services import paging
from services.templates.models import Template, TemplateVersion


def add(session: Session, row: Template | TemplateVersion) -> None:
    session.add(row)
    session.flush()


def get(session: Session, template_id: int, *, lock: bool = False) -> Template | None:
    return session.get(Template, template_id, with_for_update=lock)


def by_name(session: Session, name: str) -> Template | None:
    return session.scalar(select(Template).where(Template.name == name))


def by_ids(session: Session, ids: Collection[int]) -> list[Template]:
    return list(session.scalars(select(Template).where(Template.id.in_(ids))))


def matching(q: str) -> Select[Template]:
    statement = select(Template)
    return statement.where(Template.name.icontains(q, autoescape=True)) if q else statement


def page(session: Session, statement: Select[Template], *, after: tuple[str, int] | None, limit: int) -> list[Template]:
    if after is not None:
        statement = statement.where(paging.beyond(Template.name, Template.id, after, descending=False))
    return list(session.scalars(statement.order_by(Template.name, Template.id).limit(limit)))


def version(session: Session, template_id: int, number: int) -> TemplateVersion | None:
    return session.get(TemplateVersion, (template_id, number))


def versions(session: Session, template_id: int, *, limit: int) -> list[TemplateVersion]:
    statement = select(TemplateVersion).where(TemplateVersion.template_id == template_id)
    return list(session.scalars(statement.order_by(TemplateVersion.number.desc()).limit(limit)))


def last_live_before(session: Session, template_id: int, number: int) -> TemplateVersion | None:
    """The version that was live before version `number` was."""
    statement = select(TemplateVersion).where(
        TemplateVersion.template_id == template_id,
        TemplateVersion.number < number,
        TemplateVersion.published_at.is_not(None),
    )
    return session.scalar(statement.order_by(TemplateVersion.number.desc()).limit(1))


def live_specs(session: Session, ids: Collection[int]) -> list[tuple[Template, TemplateVersion]]:
    on = (TemplateVersion.template_id == Template.id) & (TemplateVersion.number == Template.live_version)
    rows = session.execute(select(Template, TemplateVersion).join(TemplateVersion, on).where(Template.id.in_(ids)))
    return [(template, live) for template, live in rows]
