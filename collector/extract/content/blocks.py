"""A page flattened in one walk: block elements in document order, and the text blocks that stand directly in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborNode

from collector.extract.text import INLINE, SKIPPED, collapse, hides, preformatted, restored

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
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
    sums of its blocks' sizes.
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
    pieces, open_block, close = walk.pieces, walk.open_block, walk.close
    open_block(root, root.tag or "")
    stack: list[tuple[LexborNode, str, int]] = []
    node: LexborNode | None = root.first_child
    while node is not None and len(walk.nodes) < _MAX_ELEMENTS:
        tag = node.tag or ""
        way = _TAGS.get(tag, _BLOCK)
        if way == _TEXT:
            walk.text(node.text_content or "")
        elif way >= _IN:
            child = node.first_child
            if child is None:
                if way == _BLOCK and pieces:
                    walk.flush()
            elif way == _BLOCK:
                open_block(node, tag)
                stack.append((node, tag, way))
                node = child
                continue
            elif walk.open_inline(node, tag):
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
            close(tag, way)
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
        "blocks", "end", "first", "hidden", "images", "in_link", "in_pre", "inner", "kind", "kinds", "known", "last",
        "link_size", "nodes", "open", "parent", "pieces",
    )  # fmt: skip

    def __init__(self) -> None:
        self.nodes: list[LexborNode] = []
        self.blocks: list[Block] = []
        self.images: list[tuple[int, LexborNode]] = []
        self.parent: list[int] = []
        self.kind: list[int] = []
        self.hidden: list[bool] = []
        self.first: list[int] = []
        self.end: list[int] = []
        self.last: list[int] = []
        self.kinds: dict[tuple[str, str], int] = {}
        self.known: dict[tuple[str, str | None, str | None], int] = {}
        self.open: list[int] = []
        self.pieces: list[str] = []
        self.inner: list[str] = []
        self.link_size, self.in_link, self.in_pre = 0.0, 0, 0

    def open_block(self, node: LexborNode, tag: str) -> None:
        if self.pieces:
            self.flush()
        parent = self.open[-1] if self.open else -1
        hidden = parent >= 0 and self.hidden[parent]
        attributes = node.attributes
        if attributes:
            hidden = hidden or hides(attributes)
            key = (tag, attributes.get("class"), attributes.get("id"))
        else:
            key = (tag, None, None)
        kind = self.known.get(key)
        self.open.append(len(self.nodes))
        self.nodes.append(node)
        self.parent.append(parent)
        self.kind.append(self._learn(key) if kind is None else kind)
        self.hidden.append(hidden)
        self.first.append(len(self.blocks))
        self.end.append(0)
        self.last.append(0)
        if tag == "pre":
            self.in_pre += 1

    def _learn(self, key: tuple[str, str | None, str | None]) -> int:
        named = (key[0], f"{key[1] or ''} {key[2] or ''}".lower())
        kind = self.known[key] = self.kinds.setdefault(named, len(self.kinds))
        return kind

    def open_inline(self, node: LexborNode, tag: str) -> bool:
        """Whether the walk goes into an inline element."""
        attributes = node.attributes
        if attributes:
            if hides(attributes):
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

    def close(self, tag: str, way: int) -> None:
        if way == _IN:
            if tag == "a":
                self.in_link -= 1
            return
        if self.pieces:
            self.flush()
        index = self.open.pop()
        self.end[index], self.last[index] = len(self.blocks), len(self.nodes)
        if tag == "pre":
            self.in_pre -= 1

    def text(self, text: str) -> None:
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

    def flush(self) -> None:
        text = "".join(self.pieces)
        if "\n" in text:
            text = "\n".join(filter(None, (restored(collapse(part)) for part in text.split("\n"))))
        else:
            text = restored(collapse(text))
        if text:
            at, size = self.open[-1], weight(text)
            tag, hidden, inner = self.nodes[at].tag or "", self.hidden[at], " ".join(self.inner)
            self.blocks.append(Block(text, at, size, min(size, self.link_size), tag, hidden, inner))
        self.pieces.clear()
        self.inner.clear()
        self.link_size = 0.0

    def finished(self) -> Flat:
        while self.open:
            self.close("", _BLOCK)
        first, end = np.array(self.first, dtype=np.int64), np.array(self.end, dtype=np.int64)
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
            np.array(self.last, dtype=np.int64),
            size[end] - size[first],
            links[end] - links[first],
        )
