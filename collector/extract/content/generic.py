"""find_content: the main text by the roles of its blocks, with the lines around it where times and bylines stand."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from collector.extract.content.blocks import Block, Flat, flatten
from collector.extract.content.images import images_between
from collector.extract.content.second import second_opinion
from collector.extract.page import Page
from collector.extract.roles.body import Body, find_body
from collector.extract.roles.marks import mark_bits
from collector.extract.roles.page_type import Shape
from collector.extract.title.clean import folded

_CELLS = frozenset(("td", "th"))
_BEFORE, _AFTER = 8, 4
# A shorter line of a text may stand in a menu, too.
_TELLING = 20
# Sizes of a link's text that is a headline rather than the name of a section.
_LINK = (25.0, 300.0)


@dataclass(frozen=True, slots=True)
class Content:
    """Main text (one line a block, "" where the page has none), its pictures, and the visible lines at its head and foot."""

    text: str
    path: str
    confidence: float
    images: list[str] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    foot: list[str] = field(default_factory=list)
    shape: Shape = field(default_factory=Shape)


def find_lines(page: Page, title: str | None, text: str) -> list[str]:
    """The visible lines at head and foot of a main text that is known, from a template; no block is judged for that."""
    root = page.tree.body or page.root
    flat = flatten(root) if root is not None else None
    if flat is None or not flat.blocks:
        return []
    wanted = {line for line in text.split("\n") if len(line) >= _TELLING}
    places = [place for place, block in enumerate(flat.blocks) if block.text.partition("\n")[0] in wanted]
    head, foot = _around(flat, *_span(flat, places, title))
    return head + foot


def find_content(page: Page, title: str | None = None, *, lines_only: bool = False) -> Content:
    """The page's main text; ``title`` (if known) is left out of it and anchors the head lines.

    With ``lines_only`` no second extractor is asked: the caller wants head and foot, not the text.
    """
    root = page.tree.body or page.root
    if root is None:
        return Content("", "none", 0.0)
    flat = flatten(root)
    if not flat.blocks:
        return Content("", "none", 0.0)
    body = find_body(flat, title or "")
    places = _without_title(flat, np.flatnonzero(body.chosen).tolist(), title)
    text, path, confidence = _joined(flat, [flat.blocks[place] for place in places]), "generic:roles", body.confidence
    if not lines_only:
        text, path, confidence = second_opinion(page, text, path, confidence)
    first, last, anchor = _span(flat, places, title)
    return Content(
        text,
        path if text else "none",
        confidence if text else 0.0,
        images_between(page, flat, anchor if anchor is not None else first, last),
        *_around(flat, first, last, anchor),
        _shape(flat, body),
    )


def _around(flat: Flat, first: int, last: int, anchor: int | None) -> tuple[list[str], list[str]]:
    head = _lines(flat, (anchor if anchor is not None else first) - _BEFORE, max(first, anchor or 0) + 3)
    return head, _lines(flat, max(first, last - 2), last + 1 + _AFTER)


def _shape(flat: Flat, body: Body) -> Shape:
    links = [block for block in flat.blocks if block.link_density > 0.6]
    chosen = [block for block, taken in zip(flat.blocks, body.chosen, strict=True) if taken]
    posts = flat.where(lambda _, marks: bool(mark_bits(marks) & 1)) & (flat.size >= 30) & (flat.size <= 3_000)
    return Shape(
        body=sum(block.size for block in chosen),
        prose=sum(block.size for block in flat.blocks if block.size >= 60 and block.link_density < 0.3),
        text=sum(block.size for block in flat.blocks if not block.hidden),
        links=sum(block.link_size for block in flat.blocks),
        long_links=sum(_LINK[0] <= block.size <= _LINK[1] for block in links),
        sure=body.confidence,
        repeated=int(posts.sum()),
    )


def _joined(flat: Flat, blocks: list[Block]) -> str:
    """One line a block; cells of one row stand in one line."""
    parts: list[str] = []
    previous: Block | None = None
    for block in blocks:
        same_row = previous is not None and block.tag in _CELLS and previous.tag in _CELLS
        if same_row and previous is not None and _row(flat, block) == _row(flat, previous) != block.element:
            parts.append(" ")
        elif parts:
            parts.append("\n")
        parts.append(block.text)
        previous = block
    return "".join(parts)


def _row(flat: Flat, block: Block) -> int:
    return int(flat.parent[block.element])


def _without_title(flat: Flat, places: list[int], title: str | None) -> list[int]:
    """The headline is a field of its own; it stays only if nothing else is there."""
    if title and len(places) > 1 and folded(flat.blocks[places[0]].text) == folded(title):
        return places[1:]
    return places


def _span(flat: Flat, places: list[int], title: str | None) -> tuple[int, int, int | None]:
    """Positions of the first and last chosen block and of the block that is the headline."""
    first = places[0] if places else 0
    last = places[-1] if places else len(flat.blocks) - 1
    wanted = folded(title) if title else ""
    # Folding may lengthen a text (ligatures) or shorten it (punctuation), but not beyond this.
    lengths = range(len(wanted) // 4, 3 * len(title or "") + 60) if wanted else range(0)
    anchors = [
        index
        for index, block in enumerate(flat.blocks[: last + 1])
        if len(block.text) in lengths and folded(block.text) == wanted
    ]
    before = [index for index in anchors if index <= first + 1]
    chosen = before or anchors
    return first, last, chosen[-1] if chosen else None


def _lines(flat: Flat, start: int, end: int) -> list[str]:
    blocks = flat.blocks[max(0, start) : max(0, end)]
    return [line for block in blocks if not block.hidden for line in block.text.split("\n")]
