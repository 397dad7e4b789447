"""Options of WEB sources."""

from __future__ import annotations

from pydantic import Field

from collector.sources.options import MAX_PATTERNS, Options, UrlPattern


class WebOptions(Options):
    max_pages: int = Field(
        30, ge=1, le=500, description="List pages, feeds and sitemaps that one run reads, robots.txt included."
    )
    max_items: int = Field(500, ge=1, le=5000, description="Most links taken from one run.")
    max_depth: int = Field(
        1, ge=0, le=5, description="Clicks from the entry page up to which list pages are looked for."
    )
    feeds: bool = Field(True, description="Read the feeds that pages name.")
    sitemaps: bool = Field(True, description="Read the sitemaps of the site: those in robots.txt, else /sitemap.xml.")
    sitemap_days: int = Field(
        30, ge=0, le=36500, description="Sitemap entries that changed longer ago are left out; 0: none is."
    )
    links: bool = Field(True, description="Look for articles and further list pages among the links of pages.")
    subdomains: bool = Field(False, description="Subdomains of the entry's host belong to the site as well.")
    articles: list[UrlPattern] = Field(
        default_factory=list,
        max_length=MAX_PATTERNS,
        description="Links that match are articles, whatever they look like.",
    )
    lists: list[UrlPattern] = Field(
        default_factory=list, max_length=MAX_PATTERNS, description="Links that match are list pages, never articles."
    )
