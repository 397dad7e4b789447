"""Feeds (RSS 0.9x/1.0/2.0, Atom, JSON Feed) and sitemaps."""

from collector.extract.feeds.parse import parse_feed
from collector.extract.feeds.sitemap import Sitemap, parse_sitemap

__all__ = ["Sitemap", "parse_feed", "parse_sitemap"]
