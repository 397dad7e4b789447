"""find_content: the main text by the roles of its blocks, with the lines around it where times and bylines stand."""

from __future__ import annotations

from dataclasses import dataclass, field

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


def find_content(page: Page, title: str | None = None, *, lines_only: bool = False) -> Content:
    """The page's main text; ``title`` (if known) is left out of it and anchors the head lines.

    With ``lines_only`` no second extractor is asked: the caller has the text from a template and wants head and foot.
    """
    root = page.tree.body or page.root
    if root is None:
        return Content("", "none", 0.0)
    flat = flatten(root)
    if not flat.blocks:
        return Content("", "none", 0.0)
    body = find_body(flat, title or "")
    blocks = _without_title([block for block, taken in zip(flat.blocks, body.chosen, strict=True) if taken], title)
    text, path, confidence = _joined(flat, blocks), "generic:roles", body.confidence
    if not lines_only:
        text, path, confidence = second_opinion(page, text, path, confidence)
    first, last, anchor = _span(flat, blocks, title)
    return Content(
        text,
        path if text else "none",
        confidence if text else 0.0,
        images_between(page, flat, anchor if anchor is not None else first, last),
        _lines(flat, (anchor if anchor is not None else first) - _BEFORE, max(first, anchor or 0) + 3),
        _lines(flat, max(first, last - 2), last + 1 + _AFTER),
        _shape(flat, body),
    )


def _shape(flat: Flat, body: Body) -> Shape:
    links = [block for block in flat.blocks if block.link_density > 0.6]
    chosen = [block for block, taken in zip(flat.blocks, body.chosen, strict=True) if taken]
    posts = (element for element in flat.elements if 30 <= element.size <= 3_000 and mark_bits(element.marks) & 1)
    return Shape(
        body=sum(block.size for block in chosen),
        prose=sum(block.size for block in flat.blocks if block.size >= 60 and block.link_density < 0.3),
        text=sum(block.size for block in flat.blocks if not block.hidden),
        links=sum(block.link_size for block in flat.blocks),
        long_links=sum(_LINK[0] <= block.size <= _LINK[1] for block in links),
        sure=body.confidence,
        repeated=sum(1 for _ in posts),
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
    return flat.elements[block.element].parent


def _without_title(blocks: list[Block], title: str | None) -> list[Block]:
    """The headline is a field of its own; it stays only if nothing else is there."""
    if title and len(blocks) > 1 and folded(blocks[0].text) == folded(title):
        return blocks[1:]
    return blocks


def _span(flat: Flat, blocks: list[Block], title: str | None) -> tuple[int, int, int | None]:
    """Positions of the first and last chosen block and of the block that is the headline."""
    position = {id(block): index for index, block in enumerate(flat.blocks)}
    first = position[id(blocks[0])] if blocks else 0
    last = position[id(blocks[-1])] if blocks else len(flat.blocks) - 1
    wanted = folded(title) if title else ""
    anchors = [index for index, block in enumerate(flat.blocks[: last + 1]) if wanted and folded(block.text) == wanted]
    before = [index for index in anchors if index <= first + 1]
    chosen = before or anchors
    return first, last, chosen[-1] if chosen else None


def _lines(flat: Flat, start: int, end: int) -> list[str]:
    blocks = flat.blocks[max(0, start) : max(0, end)]
    return [line for block in blocks if not block.hidden for line in block.text.split("\n")]
