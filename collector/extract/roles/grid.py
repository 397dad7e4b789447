"""The blocks and elements of a page as arrays, so that sums over any element are differences of running sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from collector.extract.content.blocks import Flat
from collector.extract.roles.counts import CLASSES, counted
from collector.extract.roles.marks import mark_bits

Array = npt.NDArray[np.floating[Any]]
Ints = npt.NDArray[np.int64]

AROUND = ("article", "main", "nav", "footer", "aside", "header", "form", "table", "ul", "ol", "dl", "blockquote", "figure", "section")  # fmt: skip
_AROUND_BITS = {tag: 1 << number for number, tag in enumerate(AROUND)}
_DIALOGS = ("nav", "footer", "aside", "dialog", "menu")
_COMMENT, _DIALOG = 1, 1 << 14
_LARGE = 500.0


@dataclass(slots=True)
class Grid:
    """One entry a block (text measures, its element) and one an element (parent, block range, names)."""

    flat: Flat
    counts: Array
    chars: Array
    size: Array
    density: Array
    prose: Array
    element: Ints
    parent: Ints
    first: Ints
    end: Ints
    own: Ints
    far: Ints
    tags: Ints
    depth: Ints
    article: Ints
    alike: Ints
    ordinal: Ints
    foreign: Array

    @property
    def blocks(self) -> int:
        return len(self.size)

    def over(self, values: Array) -> Array:
        """Per element the sum over the blocks within it."""
        sums = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
        return (sums[self.end] - sums[self.first]).astype(np.float32)


def grid_of(flat: Flat) -> Grid:
    """The arrays of a page that has at least one block."""
    blocks, elements = flat.blocks, flat.elements
    texts = [block.text for block in blocks]
    size = np.array([block.size for block in blocks], dtype=np.float32)
    links = np.array([block.link_size for block in blocks], dtype=np.float32)
    density = links / np.maximum(size, 1)
    names = np.array(_names(flat), dtype=np.int64).reshape(-1, 7)
    own = names[:, 0]
    parent = np.array([element.parent for element in elements], dtype=np.int64)
    element = np.array([block.element for block in blocks], dtype=np.int64)
    return Grid(
        flat=flat,
        counts=counted(texts),
        chars=np.array([len(text) for text in texts], dtype=np.float32),
        size=size,
        density=density,
        prose=np.where((size >= 60) & (density < 0.3), size, 0).astype(np.float32),
        element=element,
        parent=parent,
        first=np.array([item.first_block for item in elements], dtype=np.int64),
        end=np.array([item.end_block for item in elements], dtype=np.int64),
        own=own | own[np.maximum(parent, 0)],
        far=names[:, 1],
        tags=names[:, 2],
        depth=names[:, 3],
        article=names[:, 4],
        alike=names[:, 5],
        ordinal=names[:, 6],
        foreign=_foreign(flat, names)[element],
    )


def _names(flat: Flat) -> list[tuple[int, ...]]:
    """For each element: kinds of its names, kinds around it, tags around it, depth, number of its article, siblings like it."""
    rows: list[list[int]] = []
    seen: dict[tuple[int, str, str], int] = {}
    keys: list[tuple[int, str, str]] = []
    articles = 0
    for element in flat.elements:
        own = mark_bits(element.marks) if element.marks != " " else 0
        key = (element.parent, element.tag, element.marks)
        ordinal = seen.get(key, 0)
        seen[key] = ordinal + 1
        keys.append(key)
        if element.parent < 0 or element.tag == "body":
            rows.append([own, 0, 0, 0, 0, 0, ordinal])
            continue
        around = rows[element.parent]
        article = around[4]
        if element.tag == "article":
            articles += 1
            article = articles
        tags = around[2] | _AROUND_BITS.get(element.tag, 0)
        rows.append([own, around[1] | own, tags, around[3] + 1, article, 0, ordinal])
    return [(*row[:5], seen[key], row[6]) for row, key in zip(rows, keys, strict=True)]


def _foreign(flat: Flat, names: Ints) -> Array:
    """1 for elements of comments, dialogs and asides; nowhere, if that would silence nearly all text."""
    state = [False] * len(flat.elements)
    own = names[:, 0] & (_COMMENT | _DIALOG)
    for index, element in enumerate(flat.elements):
        if element.parent >= 0:
            named = own[index] and element.tag not in ("body", "article", "main", "p") and element.size < _LARGE * 4
            state[index] = state[element.parent] or bool(named) or element.tag in _DIALOGS
    heard = sum(block.size for block in flat.blocks if block.size >= 25 and not state[block.element])
    total = sum(block.size for block in flat.blocks if block.size >= 25)
    return np.array(state if heard > 0.05 * total else [False] * len(state), dtype=np.float32)


def count_of(grid: Grid, name: str) -> Array:
    """How many characters of a class each block has."""
    found: Array = grid.counts[:, CLASSES.index(name)]
    return found
