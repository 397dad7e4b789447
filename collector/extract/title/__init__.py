"""The headline of a page."""

from collector.extract.title.find import find_title

__all__ = ["find_title"]
