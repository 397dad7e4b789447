"""WEB: a whole site."""

from collector.sources.model import Kind, entry_url_only
from collector.sources.web.discover import discover
from collector.sources.web.options import WebOptions

KIND = Kind("WEB", "Whole site (feeds, sitemaps, links)", WebOptions, entry_url_only, discover)
