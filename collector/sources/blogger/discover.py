"""A blog or an account: RSS, Atom, RDF or JSON Feed, a page that names its feed, or a JSON list read by a template."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from selectolax.lexbor import LexborHTMLParser

from collector import extract
from collector.sources.blogger.options import BloggerOptions
from collector.sources.column.discover import rows
from collector.sources.links import bounded, decoded, strings
from collector.sources.model import Discovered, Item, Link, Page
from collector.sources.options import Options, read
from kit import urls
from kit.contracts.config import SourceConfig
from kit.ids import md5_hex

if TYPE_CHECKING:
    from collector.extract import Feed, FeedItem, TemplateSpec

FULL_TEXT_CHARS: Final = 280
_CUT: Final = re.compile(
    r"(?:…|\.\.\.|\[…\]|\[\.\.\.\]|read more|continue reading|阅读全文|查看全文|more ?[»→>]{0,2})\s{0,9}$",
    re.IGNORECASE,
)
_FEEDS: Final = frozenset({"rss", "atom", "rdf", "json"})
_FEED_TYPES: Final = ("application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml")


def discover(page: Page, source: SourceConfig, template: TemplateSpec | None) -> Discovered:
    """The entries of a feed: as documents where the feed holds their text, else as links. Raises ConfigError for options that do not fit."""
    options = read(BloggerOptions, source)
    if template is not None and template.list is not None:
        return rows(page, source, template, options)
    feed = extract.parse_feed(
        page.body, content_type=page.content_type, url=page.url, tz=source.timezone, fetched_at=page.fetched_at
    )
    if feed.kind not in _FEEDS:
        return _from_page(page, source, feed)
    return from_feed(feed, options, options.full_content, page)


def from_feed(feed: Feed, options: Options, full_content: str, page: Page) -> Discovered:
    """A feed's entries as documents or links, for any kind that may meet a feed."""
    entries, errors = bounded(feed.items, options, lambda entry: entry.url or page.url)
    links: list[Link] = []
    items: list[Item] = []
    for entry in entries:
        item = _item(entry, page.url, feed.kind)
        if entry.url and not _is_enough(item.content, entry, full_content):
            links.append(Link(entry.url, _meta(entry)))
        elif item.content or item.title:
            items.append(item)
    older = feed.next_url if feed.next_url and not urls.same(feed.next_url, page.url) else None
    return Discovered(tuple(links), tuple(items), older, errors=(*feed.errors, *errors))


def _from_page(page: Page, source: SourceConfig, feed: Feed) -> Discovered:
    text = decoded(page, source)
    for link in LexborHTMLParser(text.text).css("link[rel~='alternate'][href]"):
        kind = (link.attributes.get("type") or "").strip().lower()
        found = urls.join(page.url, link.attributes.get("href") or "")
        if kind in _FEED_TYPES and found is not None and not urls.same(found, page.url):
            return Discovered(next_url=found)
    return Discovered(errors=feed.errors or ("no feed found",))


def _is_enough(content: str, entry: FeedItem, full_content: str) -> bool:
    if full_content != "auto":
        return full_content == "feed"
    return bool(entry.content_html) and len(content) >= FULL_TEXT_CHARS and not _CUT.search(content[-40:])


def _item(entry: FeedItem, feed_url: str, kind: str) -> Item:
    html = entry.content_html or entry.summary_html or ""
    where = "content" if entry.content_html else "summary"
    identity = "" if entry.url else f"{feed_url} {entry.id or entry.title}"
    return Item(
        url=entry.url or f"{feed_url}#{md5_hex(identity)}",
        title=entry.title or "",
        content=extract.html_to_text(html),
        published=entry.published or "",
        modified=entry.updated or "",
        authors=tuple(entry.authors),
        tags=tuple(entry.tags),
        identity=identity,
        paths={"title": f"feed:{kind}:title", "content": f"feed:{kind}:{where}", "published": f"feed:{kind}:published"},
    )


def _meta(entry: FeedItem) -> dict[str, str]:
    authors = "; ".join(entry.authors)
    return strings({"title": entry.title, "published": entry.published, "authors": authors})
