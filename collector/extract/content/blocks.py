"""A page flattened in one walk: block elements in document order, and the text blocks that stand directly in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborNode

from collector.extract.roles.counts import CLASSES, counted
from collector.extract.text import INLINE, SKIPPED, collapse, hides, preformatted, restored

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.floating[Any]]
Bools = npt.NDArray[np.bool_]

_MAX_ELEMENTS = 60_000
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]+")
# One ideograph carries about as much text as this many Latin letters.
_CJK_WEIGHT = 2.5
_TEXT, _SKIP, _BREAK, _IMAGE, _IN, _BLOCK = range(6)
_TAGS = {
    **dict.fromkeys(INLINE, _IN),
    **dict.fromkeys(SKIPPED, _SKIP),
    "-text": _TEXT,
    "br": _BREAK,
    "img": _IMAGE,
}


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
    """All block elements and text blocks of a page in document order; ``images`` holds (blocks before it, img node).

    One entry an element: ``parent`` (-1 of the root), ``kind`` (place of its tag and lower-case class and id words in
    ``kinds``), ``hidden``, its blocks from ``first`` to before ``end``, the elements within it up to before ``last``, and the
    sums of its blocks' sizes. ``counts`` holds one row a block, one column a class of ``roles.counts.CLASSES``.
    """

    nodes: list[LexborNode]
    kinds: list[tuple[str, str]]
    blocks: list[Block]
    images: list[tuple[int, LexborNode]]
    parent: Ints
    kind: Ints
    hidden: list[bool]
    first: Ints
    end: Ints
    last: Ints
    size: Floats
    link_size: Floats
    counts: Counts

    def tag(self, element: int) -> str:
        """The tag of an element."""
        return self.kinds[int(self.kind[element])][0]

    def marks(self, element: int) -> str:
        """The class and id words of an element."""
        return self.kinds[int(self.kind[element])][1]

    def where(self, asked: Callable[[str, str], bool]) -> Bools:
        """One entry an element: the answer for its tag and marks, asked once for each that occurs."""
        return np.array([asked(tag, marks) for tag, marks in self.kinds], dtype=np.bool_)[self.kind]


def flatten(root: LexborNode) -> Flat:
    """Walk the tree once; markup beyond 60,000 block elements is not looked at."""
    walk = _Walk()
    pieces, nodes, way_of = walk.pieces, walk.nodes, _TAGS.get
    open_block, open_inline, close = walk.open_block, walk.open_inline, walk.close
    open_block(root, root.tag or "")
    stack: list[tuple[LexborNode, str, int]] = []
    node: LexborNode | None = root.first_child
    while node is not None and len(nodes) < _MAX_ELEMENTS:
        tag = node.tag or ""
        way = way_of(tag, _BLOCK)
        if way == _TEXT:
            text = node.text_content or ""
            if not text.isspace() or walk.in_pre:
                walk.text(text)
            elif pieces:
                pieces.append(" ")
        elif way >= _IN:
            child = node.first_child
            if child is None:
                if way == _BLOCK and pieces:
                    walk.flush()
            elif open_block(node, tag) if way == _BLOCK else open_inline(node, tag):
                stack.append((node, tag, way))
                node = child
                continue
        elif way == _BREAK:
            pieces.append("\n")
        elif way == _IMAGE:
            walk.images.append((len(walk.blocks), node))
        following = node.next
        while following is None and stack:
            parent, tag, way = stack.pop()
            if way == _BLOCK:
                close(tag)
            elif tag == "a":
                walk.in_link -= 1
            following = parent.next
        node = following
    return walk.finished()


def weight(text: str) -> float:
    """Length of a text in Latin letters."""
    if text.isascii():
        return float(len(text))
    return len(text) + (_CJK_WEIGHT - 1) * (len(text) - len(_CJK.sub("", text)))


class _Walk:
    """What has been seen so far, one list a property, and the text since the last block boundary."""

    __slots__ = (
        "blocks", "closed", "first", "hidden", "images", "in_link", "in_pre", "inner", "kind", "kinds", "known", "link_size",
        "nodes", "open", "parent", "pieces",
    )  # fmt: skip

    def __init__(self) -> None:
        self.nodes: list[LexborNode] = []
        self.blocks: list[Block] = []
        self.images: list[tuple[int, LexborNode]] = []
        self.parent: list[int] = []
        self.kind: list[int] = []
        self.hidden: list[bool] = []
        self.first: list[int] = []
        self.closed: list[tuple[int, int, int]] = []
        self.kinds: dict[tuple[str, str], int] = {}
        self.known: dict[tuple[str, str | None, str | None], int] = {}
        self.open: list[int] = []
        self.pieces: list[str] = []
        self.inner: list[str] = []
        self.link_size, self.in_link, self.in_pre = 0.0, 0, 0

    def open_block(self, node: LexborNode, tag: str) -> bool:
        """Take a block element in; the walk always goes into it."""
        if self.pieces:
            self.flush()
        nodes, stack = self.nodes, self.open
        parent = stack[-1] if stack else -1
        hidden = parent >= 0 and self.hidden[parent]
        attributes = node.attributes
        if attributes:
            hidden = hidden or (("style" in attributes or "hidden" in attributes) and hides(attributes))
            key = (tag, attributes.get("class"), attributes.get("id"))
        else:
            key = (tag, None, None)
        kind = self.known.get(key)
        stack.append(len(nodes))
        nodes.append(node)
        self.parent.append(parent)
        self.kind.append(self._learn(key) if kind is None else kind)
        self.hidden.append(hidden)
        self.first.append(len(self.blocks))
        if tag == "pre":
            self.in_pre += 1
        return True

    def _learn(self, key: tuple[str, str | None, str | None]) -> int:
        named = (key[0], f"{key[1] or ''} {key[2] or ''}".lower())
        kind = self.known[key] = self.kinds.setdefault(named, len(self.kinds))
        return kind

    def open_inline(self, node: LexborNode, tag: str) -> bool:
        """Whether the walk goes into an inline element."""
        attributes = node.attributes
        if attributes:
            if ("style" in attributes or "hidden" in attributes) and hides(attributes):
                return False
            get = attributes.get
            named = get("class") or get("id") or get("rel") or get("itemprop")
            if tag == "time":
                self.inner.append(f"time {named or ''}")
            elif named:
                self.inner.append(f" {named}")
        if tag == "a":
            self.in_link += 1
        return True

    def close(self, tag: str) -> None:
        if self.pieces:
            self.flush()
        self.closed.append((self.open.pop(), len(self.blocks), len(self.nodes)))
        if tag == "pre":
            self.in_pre -= 1

    def text(self, text: str) -> None:
        text = preformatted(text) if self.in_pre else text.replace("\n", " ")
        self.pieces.append(text)
        if self.in_link:
            self.link_size += weight(text.strip())

    def flush(self) -> None:
        pieces = self.pieces
        text = pieces[0] if len(pieces) == 1 else "".join(pieces)
        if "\n" in text:
            text = "\n".join(filter(None, (restored(collapse(part)) for part in text.split("\n"))))
        else:
            text = restored(collapse(text))
        if text:
            at, inner = self.open[-1], " ".join(self.inner) if self.inner else ""
            self.blocks.append(Block(text, at, 0.0, self.link_size, self.nodes[at].tag or "", self.hidden[at], inner))
        pieces.clear()
        if self.inner:
            self.inner.clear()
        self.link_size = 0.0

    def finished(self) -> Flat:
        while self.open:
            self.close("")
        counts = self._weighed()
        first = np.array(self.first, dtype=np.int64)
        # Sorted by the element that was closed, each of which is there once.
        _, end, last = np.array(sorted(self.closed), dtype=np.int64).T
        size = np.cumsum([0.0, *(block.size for block in self.blocks)])
        links = np.cumsum([0.0, *(block.link_size for block in self.blocks)])
        return Flat(
            self.nodes,
            list(self.kinds),
            self.blocks,
            self.images,
            np.array(self.parent, dtype=np.int64),
            np.array(self.kind, dtype=np.int64),
            self.hidden,
            first,
            end,
            last,
            size[end] - size[first],
            links[end] - links[first],
            counts,
        )

    def _weighed(self) -> Counts:
        """Give all blocks their sizes at once; answers the counts of their characters by class."""
        blocks = self.blocks
        counts = counted([block.text for block in blocks])
        for block, ideographs in zip(blocks, counts[:, CLASSES.index("cjk")].tolist(), strict=True):
            size = block.size = len(block.text) + (_CJK_WEIGHT - 1) * ideographs
            if block.link_size > size:
                block.link_size = size
        return counts
