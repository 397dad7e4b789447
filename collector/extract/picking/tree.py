"""A page whose elements are numbered in document order: the same page has the same numbers whenever it is parsed."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from collector.extract.page import Page
from collector.extract.text import collapse

STAMP = "data-cn"
MAX_NODES = 30_000
_TEXT_COMPARED = 2_000


class Numbered:
    def __init__(self, html: str, url: str = "") -> None:
        self.page = Page(html, url)
        self.nodes: list[LexborNode] = self.page.tree.css("*")[:MAX_NODES]
        self._numbers = {node.mem_id: number for number, node in enumerate(self.nodes)}

    def number(self, node: LexborNode) -> int:
        """-1 for an element beyond MAX_NODES."""
        return self._numbers.get(node.mem_id, -1)

    def node(self, number: int) -> LexborNode | None:
        return self.nodes[number] if 0 <= number < len(self.nodes) else None

    def css(self, selector: str) -> list[int]:
        """The numbers of what a selector matches; nothing for one that does not parse."""
        try:
            return [self.number(node) for node in self.page.tree.css(selector)]
        except ValueError:
            return []


def stamped(html: str) -> str:
    """The page with each element's number in the attribute STAMP."""
    numbered = Numbered(html)
    for number, node in enumerate(numbered.nodes):
        node.attrs[STAMP] = str(number)
    return numbered.page.tree.html or ""


def text_of(node: LexborNode) -> str:
    return collapse(node.text(deep=True))[:_TEXT_COMPARED]


def ancestors(node: LexborNode) -> Iterator[LexborNode]:
    """From the parent up, without html."""
    parent = node.parent
    while parent is not None and parent.tag not in ("html", "-undef", None):
        yield parent
        parent = parent.parent


def equal_text_chain(node: LexborNode) -> list[LexborNode]:
    """The element and all above and below it that show the same text, outermost first: any of them may be the one that lives on.

    An element without text stands for itself alone.
    """
    text = text_of(node)
    if not text:
        return [node]
    above = []
    for parent in ancestors(node):
        if parent.tag == "body" or text_of(parent) != text:
            break
        above.append(parent)
    below = []
    inner: LexborNode | None = node
    while inner is not None:
        inner = next((child for child in inner.iter(include_text=False) if text_of(child) == text), None)
        if inner is not None:
            below.append(inner)
    return [*reversed(above), node, *below]
