"""Golden samples: pages that were kept, with what a template must make of them (requirement C5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from collector.extract.engine import extract
from collector.extract.links import list_links
from collector.extract.model import Extraction, Field, ListPage
from collector.extract.templates.models import DetailTemplate, FieldRule, TemplateSpec

Part = Literal["detail", "list"]
KNOWN = ("title", "content", "authors", "published", "modified", "language", "images")


@dataclass(frozen=True, slots=True)
class Sample:
    """A page as text and what is expected of it.

    ``good``: the template must recognise the page; a bad one (a login page, an apology, another layout) it must not. ``expected`` maps field →
    exact value, None for a field that must stay empty; of a list page the fields are "items" (objects with url, title, published and the
    template's other fields; only the keys that are given count) and "next_url". ``fetched_at`` is aware, ``tz`` an IANA name.
    """

    name: str
    url: str
    html: str
    fetched_at: datetime
    good: bool = True
    part: Part = "detail"
    tz: str = "UTC"
    expected: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference:
    """``path`` is the rule that gave ``actual``."""

    field: str
    expected: Any
    actual: Any
    path: str = ""


@dataclass(frozen=True, slots=True)
class SampleResult:
    """``problem`` says in words what is wrong besides the differences; empty where nothing is."""

    name: str
    good: bool
    differences: tuple[Difference, ...] = ()
    problem: str = ""

    @property
    def ok(self) -> bool:
        return not self.differences and not self.problem


@dataclass(frozen=True, slots=True)
class Seen:
    """What a template makes of a page: whether it recognises it, and field → (value, path)."""

    recognised: bool
    values: dict[str, tuple[Any, str]]


def check(spec: TemplateSpec, sample: Sample) -> SampleResult:
    """Runs the template on the page as a collector would. Never raises for what the page holds."""
    try:
        seen = seen_by(spec, sample)
    except ValueError as error:
        return SampleResult(sample.name, sample.good, problem=str(error))
    different = tuple(
        Difference(name, wanted, *found)
        for name, wanted in sample.expected.items()
        if not _equal(wanted, (found := seen.values.get(name, (None, "")))[0])
    )
    problem = ""
    if sample.good and not seen.recognised:
        problem = "the template does not recognise this page"
    if not sample.good and seen.recognised:
        problem = "the template takes this page for a good one"
    return SampleResult(sample.name, sample.good, different, problem)


def seen_by(spec: TemplateSpec, sample: Sample) -> Seen:
    """Raises ValueError for an unknown time zone."""
    if sample.part == "list":
        page = list_links(
            sample.html, url=sample.url, template=spec.list, fetched_at=sample.fetched_at, tz=sample.tz, kind=spec.kind
        )
        return Seen(spec.list is not None and bool(page.items), _list_values(page))
    found = extract(sample.html, url=sample.url, fetched_at=sample.fetched_at, tz=sample.tz, template=spec.detail)
    return Seen(spec.detail is not None and _recognised(spec.detail, found), _values(found))


def _recognised(template: DetailTemplate, found: Extraction) -> bool:
    """Whether the template's own selectors found every required field; every field, where none is required."""
    required = {name: rule for name, rule in template.fields.items() if rule.required} or template.fields
    return bool(required) and all(_by(rule, _field(found, name)) for name, rule in required.items())


def _by(rule: FieldRule, found: Field | None) -> bool:
    return found is not None and found.status == "success" and found.path in rule.selectors


def _field(found: Extraction, name: str) -> Field | None:
    return found.extra.get(name) or (getattr(found, name) if name in KNOWN else None)


def _values(found: Extraction) -> dict[str, tuple[Any, str]]:
    fields = {name: getattr(found, name) for name in KNOWN} | dict(found.extra)
    return {name: (one.value, one.path) for name, one in fields.items()}


def _list_values(page: ListPage) -> dict[str, tuple[Any, str]]:
    rows = [
        {"url": item.url, "title": item.title, "published": item.published}
        | {name: one.value for name, one in item.fields.items()}
        for item in page.items
    ]
    return {"items": (rows, "list"), "next_url": (page.next_url, "list")}


def _equal(wanted: Any, actual: Any) -> bool:
    if wanted in (None, "", []):
        return actual in (None, "", [])
    if isinstance(wanted, list) and isinstance(actual, list | tuple) and wanted and isinstance(wanted[0], dict):
        return len(wanted) == len(actual) and all(map(_row_equal, wanted, actual))
    return bool(wanted == (list(actual) if isinstance(actual, tuple) else actual))


def _row_equal(wanted: Any, actual: Any) -> bool:
    if not isinstance(wanted, dict) or not isinstance(actual, dict):
        return bool(wanted == actual)
    return all(_equal(value, actual.get(name)) for name, value in wanted.items())
