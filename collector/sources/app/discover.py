"""APP: records of a JSON interface, page after page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from collector.sources.app.options import AppOptions
from collector.sources.column.discover import rows
from collector.sources.jsondata import load, text_at
from collector.sources.links import bounded, decoded
from collector.sources.model import Discovered, Entry, Page, Start
from collector.sources.options import read
from collector.sources.paging import following
from collector.sources.record_items import Reader, link_of
from collector.sources.records import records_in
from kit.contracts.config import SourceConfig
from kit.errors import InvalidInput
from kit.ids import md5_hex

if TYPE_CHECKING:
    from collector.extract import TemplateSpec


def entry_requests(source: SourceConfig, template: TemplateSpec | None, start: Start) -> tuple[Entry, ...]:
    """The entry URL, or where the last run has come to."""
    del template
    options = read(AppOptions, source)
    known = start.cursor if options.resume and start.cursor.get("of") == _lineage(source, options) else {}
    if url := known.get("url", ""):
        return (Entry(url, state={name: text for name, text in known.items() if name not in ("of", "url")}),)
    return (Entry(source.entry_url),)


def discover(page: Page, source: SourceConfig, template: TemplateSpec | None) -> Discovered:
    """The records of an answer as documents, or links to their pages. Raises ConfigError for options that do not fit."""
    options = read(AppOptions, source)
    if template is not None and template.list is not None:
        return rows(page, source, template, options, follow=options.follow)
    text = decoded(page, source)
    try:
        data = load(text.text)
    except InvalidInput as error:
        return Discovered(errors=(str(error),), charset=text.evidence, encoding=text.encoding)
    reader = Reader(options, page.url, source.entry_url, page.fetched_at, source.timezone)
    found = [reader.item(row) for row in records_in(data, options)]
    kept, errors = bounded(found, options, lambda item: item.url)
    follows = [item for item in kept if options.follow and not item.identity]
    after = following(options, page.url, page.state, rows=len(found), data=data)
    url, state = after or (None, {})
    return Discovered(
        links=tuple(map(link_of, follows)),
        items=tuple(item for item in kept if item not in follows),
        next_url=url,
        next_state=state,
        cursor=_cursor(source, options, url or page.url, state or dict(page.state)) if options.resume else {},
        errors=(*([] if found else [_refusal(data)]), *errors),
        charset=text.evidence,
        encoding=text.encoding,
    )


def _lineage(source: SourceConfig, options: AppOptions) -> str:
    return md5_hex(f"{source.entry_url}\n{options.page_url}\n{options.cursor}")[:12]


def _cursor(source: SourceConfig, options: AppOptions, url: str, state: dict[str, str]) -> dict[str, str]:
    return {**state, "of": _lineage(source, options), "url": url}


def _refusal(data: object) -> str:
    """What the interface says where there are no records."""
    code = text_at("code || errcode || error_code || status || ret", data)
    said = text_at("message || msg || errmsg || error.message || error", data)
    return f"no records in the answer: {code} {said}".rstrip(": ")[:200]
