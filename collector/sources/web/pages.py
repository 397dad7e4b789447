"""An HTML page of a site: articles to collect, further list pages, feeds. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urldefrag

from selectolax.lexbor import LexborHTMLParser

from collector.sources.column.discover import rows
from collector.sources.links import decoded, strings
from collector.sources.model import Discovered, Entry, Link, Page
from collector.sources.options import matches
from collector.sources.web.options import WebOptions
from collector.sources.web.shapes import shape_of
from kit import urls
from kit.contracts.config import SourceConfig
from kit.errors import InvalidInput
from kit.url_parse import parse

if TYPE_CHECKING:
    from collector.extract import TemplateSpec

MAX_LINKS: Final = 5000
MAX_LISTS: Final = 300
MAX_FEEDS: Final = 10
FEED_TYPES: Final = ("application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml")
_MIRRORS: Final = ("www.", "m.", "mobile.", "wap.")


@dataclass(frozen=True, slots=True)
class Site:
    """The hosts that belong to the source."""

    host: str
    subdomains: bool

    @classmethod
    def of(cls, source: SourceConfig, options: WebOptions) -> Site:
        return cls(_bare(urls.host(source.entry_url)), options.subdomains)

    def holds(self, url: str) -> bool:
        host = _bare(urls.host(url))
        return host == self.host or (self.subdomains and host.endswith(f".{self.host}"))


def read_page(page: Page, source: SourceConfig, template: TemplateSpec | None, options: WebOptions) -> Discovered:
    """Links by template where it has a list, else by the looks of every link; feeds; list pages within the depth."""
    depth = int(page.state.get("depth", "0"))
    text = decoded(page, source)
    tree, site = LexborHTMLParser(text.text), Site.of(source, options)
    feeds = _feeds(tree, page, site) if options.feeds and depth <= 1 else ()
    if template is not None and template.list is not None:
        listed = rows(page, source, template, options)
        links, errors = listed.links, listed.errors
    else:
        links, errors = (), ()
    lists: tuple[Entry, ...] = ()
    if options.links:
        found, lists = _sorted(tree, page, site, options, depth)
        links = links or found
    return Discovered(links, more=(*feeds, *lists), errors=errors, charset=text.evidence, encoding=text.encoding)


def _feeds(tree: LexborHTMLParser, page: Page, site: Site) -> tuple[Entry, ...]:
    found: dict[str, Entry] = {}
    for node in tree.css("link[rel~='alternate'][href]")[:100]:
        url = urls.join(page.url, node.attributes.get("href") or "")
        if url and (node.attributes.get("type") or "").strip().lower() in FEED_TYPES and site.holds(url):
            found.setdefault(url, Entry(url, state={"role": "feed"}, optional=True))
    return tuple(found.values())[:MAX_FEEDS]


def _sorted(
    tree: LexborHTMLParser, page: Page, site: Site, options: WebOptions, depth: int
) -> tuple[tuple[Link, ...], tuple[Entry, ...]]:
    articles: dict[str, Link] = {}
    lists: dict[str, Entry] = {}
    for url, title in _anchors(tree, page, site):
        kind = _kind(url, title, options)
        if kind == "article":
            known = articles.get(url)
            if known is None or len(title) > len(known.meta.get("title", "")):
                articles[url] = Link(url, strings({"title": title}))
        elif kind == "list" and depth < options.max_depth:
            lists.setdefault(url, Entry(url, state={"depth": str(depth + 1)}))
    return tuple(articles.values())[: options.max_items], tuple(lists.values())[:MAX_LISTS]


def _kind(url: str, title: str, options: WebOptions) -> str:
    """ "article", "list" or "other". A pattern that takes too long on an address costs that address only."""
    try:
        if matches(options.exclude, url):
            return "other"
        if matches(options.lists, url):
            return "list"
        shape = "article" if matches(options.articles, url) else shape_of(parse(url), title)
        return shape if shape != "article" or options.wants(url) else "other"
    except TimeoutError:
        return "other"


def _anchors(tree: LexborHTMLParser, page: Page, site: Site) -> Iterator[tuple[str, str]]:
    own = urls.normalize(page.url)
    for node in tree.css("a[href]")[:MAX_LINKS]:
        try:
            url = urls.join(page.url, node.attributes.get("href") or "")
            if url is None or not site.holds(url) or urls.normalize(url) == own:
                continue
        except InvalidInput:
            continue
        text = node.attributes.get("title") or node.text(deep=True, separator=" ")
        yield urldefrag(url)[0], " ".join(text.split())[:300]


def _bare(host: str) -> str:
    prefix = next((mirror for mirror in _MIRRORS if host.startswith(mirror) and host.count(".") > 1), "")
    return host.removeprefix(prefix)
