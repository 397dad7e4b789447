"""WEB: a site's feeds, sitemaps and pages, each read by its own rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from collector import extract
from collector.sources.links import bounded, strings
from collector.sources.model import Discovered, Link, Page
from collector.sources.options import read
from collector.sources.web import sitemaps
from collector.sources.web.options import WebOptions
from collector.sources.web.pages import read_page
from kit.contracts.config import SourceConfig

if TYPE_CHECKING:
    from collector.extract import FeedItem, TemplateSpec


def discover(page: Page, source: SourceConfig, template: TemplateSpec | None) -> Discovered:
    """Links of one page of the site and the lists it leads to. Raises ConfigError for options that do not fit."""
    options = read(WebOptions, source)
    role = page.state.get("role", "")
    if role == "robots":
        return sitemaps.read_robots(page)
    if role == "sitemap" or sitemaps.is_sitemap(page.body):
        return sitemaps.read_sitemap(page, options)
    if role == "feed" or _is_feed(page):
        return _read_feed(page, source, options)
    found = read_page(page, source, template, options)
    if options.sitemaps and not page.state:
        found = replace(found, more=(sitemaps.robots_entry(page.url), *found.more))
    return found


def _is_feed(page: Page) -> bool:
    head = page.body[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith((b"<?xml", b"<rss", b"<feed", b"<rdf")) and any(
        mark in head for mark in (b"<rss", b"<feed", b"<rdf:RDF")
    )


def _read_feed(page: Page, source: SourceConfig, options: WebOptions) -> Discovered:
    feed = extract.parse_feed(
        page.body, content_type=page.content_type, url=page.url, tz=source.timezone, fetched_at=page.fetched_at
    )
    entries, errors = bounded((one for one in feed.items if one.url), options, lambda one: one.url or "")
    return Discovered(tuple(Link(one.url or "", _meta(one)) for one in entries), errors=(*feed.errors, *errors))


def _meta(entry: FeedItem) -> dict[str, str]:
    return strings({"title": entry.title, "published": entry.published, "authors": "; ".join(entry.authors)})
