"""Pure page extraction: bytes to text, HTML to fields, list pages to links, feeds to entries.

No network, no files, no clock, no randomness: what depends on the moment takes it as an argument.
"""

from collector.extract.charset import decode
from collector.extract.dates import parse_time
from collector.extract.engine import extract
from collector.extract.feeds import Sitemap, parse_feed, parse_sitemap
from collector.extract.links import list_links
from collector.extract.model import Decoded, Extraction, Feed, FeedItem, Field, ListItem, ListPage
from collector.extract.templates import DetailTemplate, FieldRule, ListTemplate, Selector, TemplateSpec
from collector.extract.text import html_to_text

__all__ = [
    "Decoded",
    "DetailTemplate",
    "Extraction",
    "Feed",
    "FeedItem",
    "Field",
    "FieldRule",
    "ListItem",
    "ListPage",
    "ListTemplate",
    "Selector",
    "Sitemap",
    "TemplateSpec",
    "decode",
    "extract",
    "html_to_text",
    "list_links",
    "parse_feed",
    "parse_sitemap",
    "parse_time",
]
