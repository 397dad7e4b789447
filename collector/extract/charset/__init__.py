"""From bytes to text: which encoding a page has, and on what evidence."""

from collector.extract.charset.decide import decode

__all__ = ["decode"]
