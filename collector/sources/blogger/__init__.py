"""BLOGGER: a blog or a social account."""

from collector.sources.blogger.discover import discover
from collector.sources.blogger.options import BloggerOptions
from collector.sources.model import Kind, entry_url_only

KIND = Kind("BLOGGER", "Blog or account (feed or JSON list)", BloggerOptions, entry_url_only, discover)
