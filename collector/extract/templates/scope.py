"""What a selector looks at: a page, or one item of it in whichever tree the item was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lxml import etree
from selectolax.lexbor import LexborNode

from collector.extract.page import Page

MAX_HITS = 2_000
_TABLE_PARTS = {"tr": ("<table><tbody>", "</tbody></table>"), "tbody": ("<table>", "</table>")}
_TABLE_PARTS |= dict.fromkeys(("td", "th"), ("<table><tbody><tr>", "</tr></tbody></table>"))

Hit = Any  # a LexborNode, an lxml element, a string, or a JSON value


class SelectorError(ValueError):
    """A selector that can never work; the message says why."""


@dataclass(slots=True)
class Scope:
    """A page (`item` None) or an item of it."""

    page: Page
    item: Hit | None = None
    _fragment: Page | None = field(default=None, repr=False)

    @property
    def node(self) -> LexborNode | None:
        """The lexbor node to search below."""
        if self.item is None:
            return self.page.root
        return self.item if isinstance(self.item, LexborNode) else self.fragment.tree.body

    @property
    def element(self) -> etree._Element | None:
        """The lxml element to search below."""
        if self.item is None:
            return self.page.xml
        if isinstance(self.item, etree._Element):
            return self.item
        tree = self.fragment.xml
        tag = self.item.tag if isinstance(self.item, LexborNode) else None
        return next(tree.iter(tag), tree) if tree is not None and tag else tree

    @property
    def data(self) -> Any:
        """The JSON value to search in."""
        return self.page.data if self.item is None else self.item if isinstance(self.item, dict | list) else None

    @property
    def fragment(self) -> Page:
        """The item as a page of its own, for the tree it was not found in."""
        if self._fragment is None:
            self._fragment = Page(standalone(self.item), self.page.base_url)
        return self._fragment

    @property
    def html(self) -> str:
        return self.page.html if self.item is None else markup(self.item)


def markup(item: Hit) -> str:
    """Outer HTML of a node of either tree; plain values as text."""
    if isinstance(item, LexborNode):
        return item.html or ""
    if isinstance(item, etree._Element):
        return etree.tostring(item, encoding="unicode", method="html", with_tail=False)
    return item if isinstance(item, str) else ""


def standalone(item: Hit) -> str:
    """Markup of a node with the table around it that HTML parsers ask for."""
    tag = item.tag if isinstance(item, LexborNode | etree._Element) else None
    before, after = _TABLE_PARTS.get(str(tag), ("", ""))
    return f"{before}{markup(item)}{after}"
