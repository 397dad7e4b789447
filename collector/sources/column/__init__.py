"""COLUMN: a list page with paging."""

from collector.sources.column.discover import discover
from collector.sources.column.options import ColumnOptions
from collector.sources.model import Kind, entry_url_only

KIND = Kind("COLUMN", "Column (a list page with paging)", ColumnOptions, entry_url_only, discover)
