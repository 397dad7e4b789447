"""The main text of a page without any template, and the pictures that belong to it."""

from collector.extract.content.generic import Content, find_content

__all__ = ["Content", "find_content"]
