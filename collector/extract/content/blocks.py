"""A page flattened in one walk: block elements in document order, and the text blocks that stand directly in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from collector.extract.text import INLINE, SKIPPED, collapse, hides, preformatted, restored

_MAX_ELEMENTS = 60_000
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
# One ideograph carries about as much text as this many Latin letters.
_CJK_WEIGHT = 2.5


@dataclass(slots=True)
class Element:
    """A block element: position of its parent in the list, tag, lower-case class and id words, hidden or not."""

    parent: int
    tag: str
    marks: str
    node: LexborNode
    hidden: bool
    first_block: int = 0
    end_block: int = 0
    size: float = 0.0
    link_size: float = 0.0


@dataclass(slots=True)
class Block:
    """Text between two block boundaries. Sizes are in Latin letters (an ideograph counts 2.5)."""

    text: str
    element: int
    size: float
    link_size: float
    tag: str
    hidden: bool
    inner: str = ""

    @property
    def link_density(self) -> float:
        return self.link_size / self.size if self.size else 0.0


@dataclass(slots=True)
class Flat:
    """All block elements and text blocks of a page in document order; ``images`` holds (blocks before it, img node)."""

    elements: list[Element] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    images: list[tuple[int, LexborNode]] = field(default_factory=list)

    def within(self, element: int, ancestor: int) -> bool:
        """Whether an element is the other one or stands in it."""
        while element > ancestor:
            element = self.elements[element].parent
        return element == ancestor


def flatten(root: LexborNode) -> Flat:
    """Walk the tree once; markup beyond 60,000 block elements is not looked at."""
    return _Walk().run(root)


def weight(text: str) -> float:
    """Length of a text in Latin letters."""
    if text.isascii():
        return float(len(text))
    return len(text) + (_CJK_WEIGHT - 1) * len(_CJK.findall(text))


class _Walk:
    def __init__(self) -> None:
        self.flat = Flat()
        self.open: list[int] = []
        self.pieces: list[str] = []
        self.inner: list[str] = []
        self.link_size = 0.0
        self.in_link = 0
        self.in_pre = 0

    def run(self, root: LexborNode) -> Flat:
        self._enter_block(root, root.tag or "")
        node: LexborNode | None = root.first_child
        stack: list[tuple[LexborNode, str]] = [(root, root.tag or "")]
        elements = self.flat.elements
        while node is not None and len(elements) < _MAX_ELEMENTS:
            tag = node.tag or ""
            if tag == "-text":
                self._text(node.text_content or "")
            elif tag not in SKIPPED and (child := self._open_node(node, tag)) is not None:
                stack.append((node, tag))
                node = child
                continue
            node = node.next or self._next(stack)
        while self.open:
            self._leave_block()
        return self._summed()

    def _next(self, stack: list[tuple[LexborNode, str]]) -> LexborNode | None:
        """The node after the nearest open one that has a sibling; what ends on the way is closed."""
        while len(stack) > 1:
            parent, tag = stack.pop()
            self._close_node(tag)
            if (following := parent.next) is not None:
                return following
        return None

    def _open_node(self, node: LexborNode, tag: str) -> LexborNode | None:
        """Take a node in; answers its first child where the walk goes down."""
        if tag == "br":
            self.pieces.append("\n")
            return None
        if tag == "img":
            self.flat.images.append((len(self.flat.blocks), node))
            return None
        child = node.first_child
        if child is None:
            if tag not in INLINE:
                self._flush()
            return None
        if tag in INLINE:
            attributes = node.attributes
            if attributes:
                if hides(attributes):
                    return None
                self._mark(attributes, tag)
            self.in_link += tag == "a"
            return child
        self._enter_block(node, tag)
        return child

    def _close_node(self, tag: str) -> None:
        if tag in INLINE:
            self.in_link -= tag == "a"
        else:
            self._leave_block()

    def _enter_block(self, node: LexborNode, tag: str) -> None:
        self._flush()
        parent = self.open[-1] if self.open else -1
        attributes = node.attributes
        marks, hidden = " ", False
        if attributes:
            marks = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".lower()
            hidden = hides(attributes)
        hidden = hidden or (parent >= 0 and self.flat.elements[parent].hidden)
        self.in_pre += tag == "pre"
        self.open.append(len(self.flat.elements))
        self.flat.elements.append(Element(parent, tag, marks, node, hidden, first_block=len(self.flat.blocks)))

    def _leave_block(self) -> None:
        self._flush()
        element = self.flat.elements[self.open.pop()]
        self.in_pre -= element.tag == "pre"
        element.end_block = len(self.flat.blocks)

    def _mark(self, attributes: dict[str, str | None], tag: str) -> None:
        named = attributes.get("class") or attributes.get("id") or attributes.get("rel") or attributes.get("itemprop")
        if named or tag == "time":
            self.inner.append(f"{tag if tag == 'time' else ''} {named or ''}")

    def _text(self, text: str) -> None:
        if self.in_pre:
            text = preformatted(text)
        elif text.isspace():
            if self.pieces:
                self.pieces.append(" ")
            return
        else:
            text = text.replace("\n", " ")
        self.pieces.append(text)
        if self.in_link:
            self.link_size += weight(text.strip())

    def _flush(self) -> None:
        if not self.pieces:
            return
        text = "".join(self.pieces)
        if "\n" in text:
            text = "\n".join(filter(None, (restored(collapse(part)) for part in text.split("\n"))))
        else:
            text = restored(collapse(text))
        if text:
            size = weight(text)
            element = self.flat.elements[self.open[-1]]
            self.flat.blocks.append(
                Block(
                    text,
                    self.open[-1],
                    size,
                    min(size, self.link_size),
                    element.tag,
                    element.hidden,
                    " ".join(self.inner),
                )
            )
        self.pieces, self.link_size, self.inner = [], 0.0, []

    def _summed(self) -> Flat:
        """Add each block's size to all elements around it."""
        elements = self.flat.elements
        for block in self.flat.blocks:
            elements[block.element].size += block.size
            elements[block.element].link_size += block.link_size
        for index in range(len(elements) - 1, 0, -1):
            parent = elements[elements[index].parent]
            parent.size += elements[index].size
            parent.link_size += elements[index].link_size
        return self.flat
