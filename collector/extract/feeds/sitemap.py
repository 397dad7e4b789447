"""Sitemaps (sitemaps.org protocol): page addresses, and the child sitemaps of an index."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from collector.extract.feeds.xml import children, local, parse_xml, text_of
from collector.extract.page import absolute_url

_MAX_LOCS = 50_000


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """An address and, as written, when it last changed; of a news sitemap also the article's title and publication time."""

    url: str
    lastmod: str | None = None
    title: str | None = None
    published: str | None = None


@dataclass(frozen=True, slots=True)
class Sitemap:
    """Pages of a sitemap, or the sitemaps an index names."""

    pages: tuple[SitemapEntry, ...]
    children: tuple[SitemapEntry, ...] = ()
    errors: tuple[str, ...] = ()


def parse_sitemap(body: bytes, *, url: str, content_type: str | None = None) -> Sitemap:
    """At most 50,000 entries of a sitemap, sitemap index or text sitemap; nothing raises."""
    if not body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return Sitemap(_text_lines(body, url))
    root, errors = parse_xml(body, content_type)
    if root is None or local(root) not in ("urlset", "sitemapindex"):
        return Sitemap((), (), errors or ("root element is neither urlset nor sitemapindex",))
    entries: list[SitemapEntry] = []
    for node in children(root, "url", "sitemap")[:_MAX_LOCS]:
        said = _text(node, "loc")
        loc = absolute_url(url, said) if said else None
        if loc:
            news = next(iter(children(node, "news")), node)
            entries.append(
                SitemapEntry(loc, _text(node, "lastmod"), _text(news, "title"), _text(news, "publication_date"))
            )
    found = tuple(entries)
    return Sitemap((), found, errors) if local(root) == "sitemapindex" else Sitemap(found, (), errors)


def _text(node: etree._Element, name: str) -> str | None:
    return text_of(next(iter(children(node, name)), None)) or None


def _text_lines(body: bytes, url: str) -> tuple[SitemapEntry, ...]:
    lines = body.decode("utf-8", "replace").splitlines()[:_MAX_LOCS]
    return tuple(SitemapEntry(line.strip()) for line in lines if line.strip().startswith(("http://", "https://")))
