"""What a template makes of a page: the production extraction on the text that is there (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from collector.extract import Extraction, Field, ListPage, TemplateSpec, extract, list_links
from console.archived import MAX_DEPTH, depth
from console.text import cut

MAX_CHARS = 1_500_000
VALUE_SHOWN = 600
LINKS_SHOWN = 40
_FIELDS = ("title", "content", "authors", "published", "modified", "language", "images")


@dataclass(frozen=True, slots=True)
class FoundField:
    """`by_template` tells the template's own answer from the general rules that filled in for it."""

    name: str
    value: str
    path: str
    status: str
    by_template: bool
    wanted: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """`problems` are sentences; with a problem there may be nothing else."""

    fields: tuple[FoundField, ...] = ()
    links: tuple[tuple[str, str, str], ...] = ()
    link_count: int = 0
    next_url: str = ""
    template_hit: bool = False
    problems: tuple[str, ...] = ()


def article(html: str, *, url: str, spec: Mapping[str, Any], fetched_at: datetime, tz: str = "UTC") -> Seen:
    """The fields of an article page, each with the path that produced it."""
    template = _checked(html, spec)
    if isinstance(template, Seen):
        return template
    detail = template.detail
    found = extract(html, url=url, fetched_at=fetched_at, tz=tz, template=detail)
    wanted = frozenset(detail.fields) if detail else frozenset()
    fields = [_field(name, getattr(found, name), wanted) for name in _FIELDS]
    fields += [_field(name, value, wanted) for name, value in found.extra.items()]
    return Seen(tuple(fields), template_hit=found.template_hit, problems=_errors(found))


def listing(html: str, *, url: str, spec: Mapping[str, Any], fetched_at: datetime) -> Seen:
    """The links of a list page, as the next run would follow them."""
    template = _checked(html, spec)
    if isinstance(template, Seen):
        return template
    page = list_links(html, url=url, template=template.list, fetched_at=fetched_at, kind=template.kind)
    links = tuple((item.url, item.title or "", item.published or "") for item in page.items[:LINKS_SHOWN])
    return Seen(
        links=links,
        link_count=len(page.items),
        next_url=page.next_url or "",
        template_hit=template.list is not None,
        problems=_errors(page),
    )


def _checked(html: str, spec: Mapping[str, Any]) -> TemplateSpec | Seen:
    if len(html) > MAX_CHARS:
        return Seen(problems=(f"the page is longer than {MAX_CHARS:,} characters",))
    if depth(html) > MAX_DEPTH:
        return Seen(problems=(f"the page is nested deeper than {MAX_DEPTH:,} elements",))
    try:
        template = TemplateSpec.model_validate(dict(spec))
    except ValidationError as error:
        return Seen(problems=tuple(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()))
    problems = [problem for problem in template.lint() if not problem.startswith("template: ")]
    return Seen(problems=tuple(problems)) if problems else template


def _field(name: str, found: Field, wanted: frozenset[str]) -> FoundField:
    value = ", ".join(map(str, found.value)) if isinstance(found.value, (list, tuple)) else str(found.value or "")
    by_template = name in wanted and found.status == "success" and not found.path.startswith(("generic", "fallback"))
    return FoundField(name, cut(value, VALUE_SHOWN), found.path, found.status, by_template, name in wanted)


def _errors(found: Extraction | ListPage) -> tuple[str, ...]:
    return tuple(found.errors[:10])
