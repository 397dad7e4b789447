"""A column: a list page (HTML or JSON) with links to articles, page after page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from collector import extract
from collector.sources.column.options import ColumnOptions
from collector.sources.links import bounded, decoded, strings
from collector.sources.model import Discovered, Item, Link, Page
from collector.sources.options import Options, read
from kit.contracts.config import SourceConfig

if TYPE_CHECKING:
    from collector.extract import Field, ListItem, TemplateSpec


def discover(page: Page, source: SourceConfig, template: TemplateSpec | None) -> Discovered:
    """The rows of one list page and where the list goes on. Raises ConfigError for options that do not fit."""
    options = read(ColumnOptions, source)
    return rows(page, source, template, options, follow=options.follow)


def rows(
    page: Page, source: SourceConfig, template: TemplateSpec | None, options: Options, *, follow: bool = True
) -> Discovered:
    """The same for any kind whose list is read by a template: rows as links (`follow`) or as documents."""
    text = decoded(page, source)
    found = extract.list_links(
        text.text,
        url=page.url,
        template=template.list if template else None,
        fetched_at=page.fetched_at,
        tz=source.timezone,
        kind=template.kind if template else "html",
    )
    kept, errors = bounded(found.items, options, lambda row: row.url)
    if not found.items:
        errors.append("no rows found on the list page")
    return Discovered(
        links=tuple(Link(row.url, _meta(row)) for row in kept) if follow else (),
        items=() if follow else tuple(_item(row) for row in kept),
        next_url=found.next_url,
        errors=(*found.errors, *errors),
        charset=text.evidence,
        encoding=text.encoding,
    )


def _meta(row: ListItem) -> dict[str, str]:
    return strings({"title": row.title, "published": row.published, **_values(row.fields)})


def _values(fields: Mapping[str, Field]) -> dict[str, Any]:
    return {name: found.value for name, found in fields.items() if name not in ("url", "title", "published")}


def _item(row: ListItem) -> Item:
    extra = strings(_values(row.fields))
    title = row.title or ""
    content = extra.pop("content", "") or extra.pop("summary", "") or title
    paths = {name: found.path for name, found in row.fields.items()}
    return Item(row.url, title, content, published=row.published or "", paths=paths, extra=extra)
