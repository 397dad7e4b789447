"""Whether a version may be published: its golden samples, and what its shadow run has shown (requirements C5, C6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from services.templates import repository_samples
from services.templates.models import TemplateVersion
from services.templates.sampling import outcome_of
from services.templates.schemas import Gate, SampleOutcome, ShadowReport
from services.templates.shadow_report import report_of

# A field that was found and no longer is, on more than this share of at least so many pages, is a loss and no accident.
LOST_SHARE = 0.05
LOST_PAGES = 20
ENOUGH_PAGES = 50


def gate_of(session: Session, version: TemplateVersion, now: datetime, *, samples_needed: bool) -> Gate:
    """Runs every sample. `samples_needed`: a version without a good and a bad sample must not be published either."""
    rows = repository_samples.of_template(session, version.template_id, pages=True)
    samples = tuple(outcome_of(version.spec, row) for row in rows)
    shadow = report_of(session, version.template_id, version.number, now)
    lacking = tuple(_lacking(samples))
    problems = (*_broken(samples), *(lacking if samples_needed else ()), *_lost(shadow))
    return Gate(problems, (*(() if samples_needed else lacking), *_unsure(shadow)), samples, shadow)


def _broken(samples: Sequence[SampleOutcome]) -> Iterator[str]:
    for one in samples:
        if not one.ok:
            fields = ", ".join(different.field for different in one.differences)
            yield f"golden sample {one.name} breaks: {one.problem or fields}"


def _lacking(samples: Sequence[SampleOutcome]) -> Iterator[str]:
    if not any(one.good for one in samples):
        yield "the template has no good golden sample"
    if not any(not one.good for one in samples):
        yield "the template has no bad golden sample"


def _lost(shadow: ShadowReport | None) -> Iterator[str]:
    for one in shadow.fields if shadow else ():
        lost = one.counts.get("lost", 0)
        if one.seen >= LOST_PAGES and lost > LOST_SHARE * one.seen:
            yield f"in the shadow run {one.field} was lost on {lost} of {one.seen} pages"


def _unsure(shadow: ShadowReport | None) -> Iterator[str]:
    if shadow is None:
        yield "the version has not run in the shadow of the live one"
    elif shadow.run.pages < ENOUGH_PAGES:
        yield f"the shadow run has seen {shadow.run.pages} pages only"
