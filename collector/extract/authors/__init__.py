"""Who wrote a page."""

from collector.extract.authors.find import find_authors

__all__ = ["find_authors"]
