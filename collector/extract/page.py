"""One parsed page: the tree, and the metadata every field is looked up in, each computed once and on demand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import Any
from urllib.parse import urljoin

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from collector.extract.clues import Clues, find_clues
from collector.extract.jsonld import article_of, read_blocks
from collector.extract.limits import bounded_page
from collector.extract.text import collapse

_NAME_KEYS = ("property", "name", "itemprop", "http-equiv")


class Page:
    """A page for field extraction; reading it never raises, whatever the markup."""

    def __init__(self, html: str, url: str) -> None:
        self.html, self._utf8, self.errors = bounded_page(html)
        self.url = url

    @cached_property
    def tree(self) -> LexborHTMLParser:
        return LexborHTMLParser(self._utf8)

    @property
    def root(self) -> LexborNode | None:
        return self.tree.root

    @cached_property
    def xml(self) -> etree._Element | None:
        """The page as an lxml tree, for XPath only."""
        # Without huge_tree all below 255 levels is lost in silence; size and depth are bounded before.
        parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True, remove_comments=False)
        try:
            return etree.fromstring(self._utf8, parser)
        except (etree.XMLSyntaxError, ValueError):
            return None

    @cached_property
    def data(self) -> Any:
        """The body read as JSON, for sources that answer JSON; None where it is none."""
        try:
            return json.loads(self.html, strict=False)
        except (ValueError, RecursionError):
            return None

    @cached_property
    def metas(self) -> dict[str, list[str]]:
        """Contents of meta elements by lower-case property, name, itemprop or http-equiv, in document order."""
        found: dict[str, list[str]] = {}
        for node in self.tree.css("meta"):
            attributes = node.attributes
            content = attributes.get("content")
            if content and content.strip():
                for key in _NAME_KEYS:
                    if name := attributes.get(key):
                        found.setdefault(name.strip().lower(), []).append(content.strip())
        return found

    def meta(self, *names: str) -> tuple[str, str] | None:
        """(name, content) of the first of these metas that the page has."""
        for name in names:
            if values := self.metas.get(name):
                return name, collapse(values[0])
        return None

    @cached_property
    def clues(self) -> Clues:
        """The elements that may hold headline, byline or time."""
        return find_clues(self.tree)

    @cached_property
    def jsonld(self) -> list[dict[str, Any]]:
        """All JSON-LD objects of the page, graphs and nested main entities opened up."""
        scripts = self.tree.css('script[type*="ld+json"]')
        return list(read_blocks(script.text() for script in scripts))

    @cached_property
    def article(self) -> dict[str, Any] | None:
        """The JSON-LD object that describes this page's article."""
        return article_of(self.jsonld, self.url)

    def absolute(self, reference: str) -> str | None:
        """A link of this page as an absolute http(s) URL, or None where it is not one."""
        return absolute_url(self.base_url, reference)

    @cached_property
    def base_url(self) -> str:
        node = self.tree.css_first("base[href]")
        href = node.attributes.get("href") if node is not None else None
        return (absolute_url(self.url, href) if href else None) or self.url


def absolute_url(base: str, reference: str) -> str | None:
    """A reference joined to its base (RFC 3986), None unless the result is http(s)."""
    try:
        joined = urljoin(base, reference.strip().replace("\n", "").replace("\t", ""))
    except ValueError:
        return None
    return joined if joined.startswith(("http://", "https://")) else None


def ancestors(node: LexborNode) -> Iterator[LexborNode]:
    """The parents of a node, nearest first."""
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent
