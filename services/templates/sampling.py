"""Stored samples as the extraction's own, and what a specification makes of them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, cast

from collector.extract import TemplateSpec
from collector.extract.dates.zones import zone
from collector.extract.templates.samples import Part, Sample, check, seen_by
from kit import urls
from kit.errors import InvalidInput
from services.templates.models import TemplateSample
from services.templates.schemas import FieldDifference, SampleOutcome

_PARTS = ("detail", "list")


def checked_sample(row: TemplateSample) -> None:
    """Raises InvalidInput naming the field that does not fit."""
    if row.part not in _PARTS:
        raise InvalidInput(f"part must be detail or list, not {row.part!r}", field="part")
    if not row.name:
        raise InvalidInput("give the sample a name", field="name")
    try:
        urls.origin(row.url)
    except InvalidInput as error:
        raise InvalidInput(str(error), field="url") from error
    try:
        zone(row.timezone)
    except ValueError as error:
        raise InvalidInput(str(error), field="timezone") from error


def sample_of(row: TemplateSample) -> Sample:
    html = zlib.decompress(row.page).decode("utf-8")
    part = cast("Part", row.part)
    return Sample(row.name, row.url, html, row.fetched_at, row.good, part, row.timezone, row.expected)


def observed(spec: Mapping[str, Any], row: TemplateSample) -> dict[str, Any]:
    """What a specification makes of the page: the fields that it names itself; of a list page the items and the next page."""
    template = TemplateSpec.model_validate(dict(spec))
    values = seen_by(template, sample_of(row)).values
    named = list(template.detail.fields) if row.part == "detail" and template.detail else list(values)
    return {name: values[name][0] for name in named if name in values}


def outcome_of(spec: Mapping[str, Any], row: TemplateSample) -> SampleOutcome:
    found = check(TemplateSpec.model_validate(dict(spec)), sample_of(row))
    different = tuple(FieldDifference(one.field, one.expected, one.actual, one.path) for one in found.differences)
    return SampleOutcome(row.number, row.name, row.good, found.ok, found.problem, different)
