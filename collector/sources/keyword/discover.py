"""Search words to search pages, their results to links; a page found for several words is collected once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from collector.sources.column.discover import rows
from collector.sources.keyword.options import MAX_KEYWORDS, KeywordOptions
from collector.sources.model import Discovered, Entry, Link, Page, Start
from collector.sources.options import read
from collector.sources.paging import filled
from kit.contracts.config import SourceConfig
from kit.errors import ConfigError

if TYPE_CHECKING:
    from collector.extract import TemplateSpec

_BETWEEN: Final = re.compile(r"[,，;；、|\n]")


def keywords_of(source: SourceConfig, options: KeywordOptions) -> tuple[str, ...]:
    """The words of the entry, between commas, semicolons or bars of any script, and the option's; each once."""
    words = (" ".join(word.split()) for word in [*_BETWEEN.split(source.entry_url), *options.keywords])
    return tuple({word.casefold(): word for word in words if word}.values())[:MAX_KEYWORDS]


def entry_requests(source: SourceConfig, template: TemplateSpec | None, start: Start) -> tuple[Entry, ...]:
    """The first result page of each keyword. Raises ConfigError without a search address."""
    del start
    options = read(KeywordOptions, source)
    return tuple(_entry(word, options.first_page, source, template, options) for word in keywords_of(source, options))


def discover(page: Page, source: SourceConfig, template: TemplateSpec | None) -> Discovered:
    """The results on one page and the next page for the same keyword. Raises ConfigError for options that do not fit."""
    options = read(KeywordOptions, source)
    found = rows(page, source, template, options)
    word = page.state.get("keyword", "")
    if not found.links and int(page.state.get("page", options.first_page)) > options.first_page:
        # A page was asked for that the search may not have: the end of the results, and no fault.
        return replace(found, errors=())
    links = tuple(Link(link.url, {**link.meta, "keyword": word}) for link in found.links)
    if not links or not word or not _pages(_address(source, template, options)):
        return replace(found, links=links)
    after = _entry(word, int(page.state["page"]) + 1, source, template, options)
    return replace(found, links=links, next_url=after.url, next_state=after.state)


def _entry(
    word: str, number: int, source: SourceConfig, template: TemplateSpec | None, options: KeywordOptions
) -> Entry:
    offset = str((number - options.first_page) * options.page_size)
    address = filled(_address(source, template, options), {"page": str(number), "offset": offset})
    url = filled(address, {"keyword": word}, options.keyword_charset)
    return Entry(url, state={"keyword": word, "page": str(number)})


def _address(source: SourceConfig, template: TemplateSpec | None, options: KeywordOptions) -> str:
    by_template = template.list.search_url if template is not None and template.list is not None else None
    if not (address := options.search_url or by_template or ""):
        raise ConfigError(f"source {source.id}: no search address: give option search_url, or a template that has one")
    return address


def _pages(address: str) -> bool:
    return "{page}" in address or "{offset}" in address
