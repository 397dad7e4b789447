"""A shadow run as others see it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from services.templates import repository_shadow
from services.templates.models import TemplateShadow
from services.templates.schemas import ShadowExample, ShadowField, ShadowReport, ShadowView

RUNNING, OVER = "running", "over"


def report_of(session: Session, template_id: int, number: int, now: datetime) -> ShadowReport | None:
    """The latest run of a version, None where there was none; the fields with most differences first."""
    row = repository_shadow.get(session, template_id, number)
    if row is None:
        return None
    counts: dict[str, dict[str, int]] = {}
    for count in repository_shadow.counts(session, template_id, number):
        counts.setdefault(count.field, {})[count.kind] = count.pages
    examples: dict[str, list[ShadowExample]] = {}
    for one in repository_shadow.examples(session, template_id, number):
        example = ShadowExample(one.kind, one.at, one.source_id, one.url, one.live, one.draft)
        examples.setdefault(one.field, []).append(example)
    fields = [ShadowField(name, kinds, tuple(examples.get(name, ()))) for name, kinds in counts.items()]
    fields.sort(key=lambda one: (-one.different, one.field))
    return ShadowReport(view_of(row, now), tuple(fields))


def view_of(row: TemplateShadow, now: datetime) -> ShadowView:
    outcome = row.outcome or (RUNNING if now < row.until else OVER)
    return ShadowView(
        row.template_id,
        row.number,
        row.run,
        row.live_version,
        row.share,
        row.pages,
        row.different,
        row.started_by,
        row.started_at,
        row.until,
        row.ended_at,
        row.ended_by,
        outcome,
    )
