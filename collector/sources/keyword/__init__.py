"""KEYWORD: the results of a site's or an engine's search for words."""

from collector.sources.keyword.discover import discover, entry_requests
from collector.sources.keyword.options import KeywordOptions
from collector.sources.model import Kind

KIND = Kind("KEYWORD", "Keyword search", KeywordOptions, entry_requests, discover)
