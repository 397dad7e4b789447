"""A column: a list page (HTML or JSON) with links to articles, page after page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from collector import extract
from collector.sources.column.options import ColumnOptions
from collector.sources.jsondata import load, text_at
from collector.sources.links import bounded, decoded, strings
from collector.sources.model import Discovered, Item, Link, Page
from collector.sources.options import Options, read
from collector.sources.paging import following
from kit.contracts.config import SourceConfig
from kit.errors import InvalidInput

if TYPE_CHECKING:
    from collector.extract import Field, ListItem, TemplateSpec


def discover(page: Page, source: SourceConfig, template: TemplateSpec | None) -> Discovered:
    """The rows of one list page and where the list goes on. Raises ConfigError for options that do not fit."""
    options = read(ColumnOptions, source)
    shown, data = _opened(page, source, options)
    found = rows(shown, source, template, options, follow=options.follow)
    if not options.page_url:
        return found
    if page.state and not (found.links or found.items):
        # A page was asked for that the list may not have: its end, and no fault.
        return replace(found, next_url=None, errors=())
    after = following(options, page.url, page.state, rows=len(found.links) + len(found.items), data=data)
    url, state = after or (None, {})
    return replace(found, next_url=url, next_state=state)


def _opened(page: Page, source: SourceConfig, options: ColumnOptions) -> tuple[Page, Any]:
    """The page whose rows are read, and the JSON that it came in, if any. The first page may be HTML where later ones are JSON."""
    if not (options.fragment or options.cursor) or page.body.lstrip()[:1] == b"<":
        return page, None
    try:
        data = load(decoded(page, source).text)
    except InvalidInput:
        return page, None
    html = text_at(options.fragment, data) if options.fragment else ""
    if not html:
        return page, data
    return replace(page, body=html.encode(), content_type="text/html; charset=utf-8"), data


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
