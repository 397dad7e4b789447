"""Fetching: one request to one page, with every limit and check that hostile servers call for."""

from collector.fetch.fetcher import Fetcher
from collector.fetch.model import Fetched, FetchRequest

__all__ = ["FetchRequest", "Fetched", "Fetcher"]
