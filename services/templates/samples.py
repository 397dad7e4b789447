"""Golden samples: kept pages with what a version must make of them (requirement C5)."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.errors import Conflict, InvalidInput, NotFound
from services.audit.service import AuditService
from services.templates import repository, repository_samples
from services.templates.models import TemplateSample
from services.templates.sampling import checked_sample, observed, outcome_of, sample_of
from services.templates.schemas import SampleOutcome, SampleView

SAMPLES_MAX = 40
PAGE_MAX = 1_500_000
EXPECTED_MAX = 1_000_000


class SampleService:
    """Samples belong to a template, not to one of its versions: each version must make the same of them."""

    def __init__(self, session: Session, clock: Clock, audit: AuditService) -> None:
        self._session = session
        self._clock = clock
        self._audit = audit

    def add(
        self,
        template_id: int,
        *,
        name: str,
        url: str,
        html: str,
        actor: str,
        good: bool = True,
        part: str = "detail",
        timezone: str = "UTC",
        fetched_at: datetime | None = None,
        expected: Mapping[str, Any] | None = None,
    ) -> SampleView:
        """Keeps a page. Without `expected`, what the newest version makes of a good page now is what will be expected from then on.

        Raises InvalidInput for what does not fit, Conflict where the template has 40 samples already.
        """
        newest = self._newest_spec(template_id)
        if len(html) > PAGE_MAX:
            raise InvalidInput(f"the page is longer than {PAGE_MAX:,} characters", field="page")
        if len(self.list(template_id)) >= SAMPLES_MAX:
            raise Conflict(f"a template has at most {SAMPLES_MAX} golden samples: remove one first")
        row = TemplateSample(
            template_id=template_id,
            number=repository_samples.last_number(self._session, template_id) + 1,
            name=name.strip()[:120],
            good=good,
            part=part,
            url=url.strip()[:2000],
            timezone=timezone.strip(),
            fetched_at=fetched_at or self._clock.now(),
            page=zlib.compress(html.encode("utf-8", "replace")),
            expected={},
            created_by=actor,
            created_at=self._clock.now(),
        )
        checked_sample(row)
        row.expected = observed(newest, row) if expected is None and good else _checked(expected or {})
        repository_samples.add(self._session, row)
        self._audit.record(actor, "add_sample", "template", template_id, {}, _told(row))
        return _view(row)

    def expect(self, template_id: int, number: int, expected: Mapping[str, Any], *, actor: str) -> SampleView:
        """Changes what is expected of a sample."""
        row = self._row(template_id, number)
        before = {"sample": number, "expected": row.expected}
        row.expected = _checked(expected)
        self._audit.record(
            actor, "change_sample", "template", template_id, before, {"sample": number, "expected": row.expected}
        )
        return _view(row)

    def remove(self, template_id: int, number: int, *, actor: str) -> None:
        row = self._row(template_id, number)
        self._audit.record(actor, "remove_sample", "template", template_id, _told(row), {})
        repository_samples.remove(self._session, row)

    def list(self, template_id: int) -> list[SampleView]:
        return [_view(row) for row in repository_samples.of_template(self._session, template_id, pages=False)]

    def page(self, template_id: int, number: int) -> str:
        """The kept page as text. Raises NotFound."""
        return sample_of(self._row(template_id, number)).html

    def check(self, template_id: int, number: int) -> tuple[SampleOutcome, ...]:
        """What a version makes of every sample. Raises NotFound."""
        version = repository.version(self._session, template_id, number)
        if version is None:
            raise NotFound(f"template {template_id} has no version {number}")
        rows = repository_samples.of_template(self._session, template_id, pages=True)
        return tuple(outcome_of(version.spec, row) for row in rows)

    def _newest_spec(self, template_id: int) -> Mapping[str, Any]:
        row = repository.get(self._session, template_id)
        if row is None:
            raise NotFound(f"there is no template {template_id}")
        newest = repository.version(self._session, template_id, row.last_version)
        return newest.spec if newest else {}

    def _row(self, template_id: int, number: int) -> TemplateSample:
        row = repository_samples.get(self._session, template_id, number)
        if row is None:
            raise NotFound(f"template {template_id} has no sample {number}")
        return row


def _checked(expected: Mapping[str, Any]) -> dict[str, Any]:
    try:
        text = json.dumps(expected, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput("what is expected must be JSON: field → value", field="expected") from error
    if len(text) > EXPECTED_MAX:
        raise InvalidInput(f"what is expected is longer than {EXPECTED_MAX:,} characters", field="expected")
    return dict(expected)


def _told(row: TemplateSample) -> dict[str, Any]:
    return {"sample": row.number, "name": row.name, "url": row.url, "good": row.good, "part": row.part}


def _view(row: TemplateSample) -> SampleView:
    return SampleView(
        row.template_id,
        row.number,
        row.name,
        row.good,
        row.part,
        row.url,
        row.timezone,
        row.fetched_at,
        row.expected,
        row.created_by,
        row.created_at,
    )
