"""Publication times: reading one printed time, and finding the right one on a page."""

from collector.extract.dates.parse import is_future, parse_time

__all__ = ["is_future", "parse_time"]
