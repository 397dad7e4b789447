"""robots.txt and sitemaps of a site, plain or gzipped, newest entries first. Pure."""

from __future__ import annotations

import re
import zlib
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from collector import extract
from collector.sources.links import bounded, strings
from collector.sources.model import Discovered, Entry, Link, Page
from collector.sources.web.options import WebOptions
from kit import urls

if TYPE_CHECKING:
    from collector.extract.feeds.sitemap import SitemapEntry

MAX_UNPACKED: Final = 20_000_000
MAX_LEVEL: Final = 3
MAX_SITEMAPS: Final = 200
_LINE: Final = re.compile(r"^[ \t]{0,20}sitemap[ \t]{0,20}:[ \t]{0,20}(\S{1,2000})", re.IGNORECASE | re.MULTILINE)


def robots_entry(page_url: str) -> Entry:
    """The request for what robots.txt says about sitemaps."""
    return Entry(f"{urls.origin(page_url)}/robots.txt", state={"role": "robots"}, optional=True)


def read_robots(page: Page) -> Discovered:
    """The sitemaps that robots.txt names; where it names none, the usual place."""
    text = page.body[:500_000].decode("utf-8", "replace")
    named = (urls.join(page.url, found) for found in _LINE.findall(text)[:MAX_SITEMAPS])
    found = tuple(dict.fromkeys(url for url in named if url)) or (f"{urls.origin(page.url)}/sitemap.xml",)
    return Discovered(more=tuple(_entry(url, 1) for url in found))


def read_sitemap(page: Page, options: WebOptions) -> Discovered:
    """Pages of a sitemap as links, children of an index as further lists; both newest first, old ones left out."""
    body, cut = unpacked(page.body)
    sitemap = extract.parse_sitemap(body, url=page.url, content_type=page.content_type)
    level = int(page.state.get("level", "1"))
    children = _recent(sitemap.children, page.fetched_at, options.sitemap_days) if level < MAX_LEVEL else []
    pages, errors = bounded(_recent(sitemap.pages, page.fetched_at, options.sitemap_days), options, lambda one: one.url)
    more = tuple(_entry(child.url, level + 1) for child in children[:MAX_SITEMAPS])
    return Discovered(
        tuple(Link(one.url, _meta(one)) for one in pages), more=more, errors=(*sitemap.errors, *cut, *errors)
    )


def is_sitemap(body: bytes) -> bool:
    head = body[:2000]
    return body.startswith(b"\x1f\x8b") or b"<urlset" in head or b"<sitemapindex" in head


def unpacked(body: bytes) -> tuple[bytes, tuple[str, ...]]:
    """A gzipped body (a .gz file, not a content coding) unpacked within bounds, and what went wrong."""
    if not body.startswith(b"\x1f\x8b"):
        return body, ()
    stream = zlib.decompressobj(31)
    try:
        found = stream.decompress(body, MAX_UNPACKED)
    except zlib.error as error:
        return b"", (f"not readable as gzip: {error}",)
    return found, (f"unpacked larger than {MAX_UNPACKED} bytes: the rest was cut",) if stream.unconsumed_tail else ()


def _entry(url: str, level: int) -> Entry:
    return Entry(url, state={"role": "sitemap", "level": str(level)}, optional=True)


def _recent(entries: tuple[SitemapEntry, ...], now: datetime, days: int) -> list[SitemapEntry]:
    """Undated entries count as new, after those with a date: their order is the site's."""
    oldest = (now - timedelta(days=days)).date().isoformat() if days else ""
    kept = [one for one in entries if not (day := _day(one)) or day >= oldest]
    return sorted(kept, key=lambda one: one.published or one.lastmod or "", reverse=True)


def _day(entry: SitemapEntry) -> str:
    text = (entry.published or entry.lastmod or "")[:10]
    return text if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else ""


def _meta(entry: SitemapEntry) -> dict[str, str]:
    return strings({"title": entry.title, "published": entry.published})
