"""The blocks and elements of a page as arrays, so that sums over any element are differences of running sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from collector.extract.content.blocks import Flat
from collector.extract.roles.counts import CLASSES
from collector.extract.roles.marks import mark_bits

Array = npt.NDArray[np.floating[Any]]
Ints = npt.NDArray[np.int64]

AROUND = ("article", "main", "nav", "footer", "aside", "header", "form", "table", "ul", "ol", "dl", "blockquote", "figure", "section")  # fmt: skip
_AROUND_BITS = {tag: 1 << number for number, tag in enumerate(AROUND)}
_DIALOGS = ("nav", "footer", "aside", "dialog", "menu")
_OWN_TEXT = ("body", "article", "main", "p")
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
    blocks = flat.blocks
    size = np.array([block.size for block in blocks], dtype=np.float32)
    links = np.array([block.link_size for block in blocks], dtype=np.float32)
    density = links / np.maximum(size, 1)
    own = np.array([mark_bits(marks) if marks != " " else 0 for _, marks in flat.kinds], dtype=np.int64)[flat.kind]
    far, tags, depth, article = _paths(flat, own)
    element = np.array([block.element for block in blocks], dtype=np.int64)
    alike, ordinal = _likes(flat.parent * len(flat.kinds) + flat.kind)
    return Grid(
        flat=flat,
        counts=flat.counts,
        chars=np.array([len(block.text) for block in blocks], dtype=np.float32),
        size=size,
        density=density,
        prose=np.where((size >= 60) & (density < 0.3), size, 0).astype(np.float32),
        element=element,
        parent=flat.parent,
        first=flat.first,
        end=flat.end,
        own=own | own[np.maximum(flat.parent, 0)],
        far=far,
        tags=tags,
        depth=depth,
        article=article,
        alike=alike,
        ordinal=ordinal,
        foreign=_foreign(flat, own, size, element)[element],
    )


def _paths(flat: Flat, own: Ints) -> tuple[Ints, ...]:
    """For each element: kinds of the names around it, tags around it, its depth below the body, the number of its article."""
    tag_bits = [_AROUND_BITS.get(tag, 0) for tag, _ in flat.kinds]
    is_article, is_body = ([tag == asked for tag, _ in flat.kinds] for asked in ("article", "body"))
    far, tags, depth, article = [0], [0], [0], [0]
    articles = 0
    for bits, kind, parent in list(zip(own.tolist(), flat.kind.tolist(), flat.parent.tolist(), strict=True))[1:]:
        if is_body[kind]:
            parent, bits, above = 0, 0, -1
        else:
            above = depth[parent]
        far.append(far[parent] | bits if above >= 0 else 0)
        tags.append(tags[parent] | tag_bits[kind] if above >= 0 else 0)
        depth.append(above + 1)
        if is_article[kind]:
            articles += 1
        article.append(articles if is_article[kind] else article[parent] if above >= 0 else 0)
    return tuple(np.array(column, dtype=np.int64) for column in (far, tags, depth, article))


def _likes(keys: Ints) -> tuple[Ints, Ints]:
    """For each element how many have its parent, tag and names, and how many of these stand before it."""
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-(2**62)))
    counts = np.diff(starts, append=len(keys))
    alike, ordinal = np.empty_like(keys), np.empty_like(keys)
    alike[order] = np.repeat(counts, counts)
    ordinal[order] = np.arange(len(keys)) - np.repeat(starts, counts)
    return alike, ordinal


def _foreign(flat: Flat, own: Ints, size: Array, element: Ints) -> Array:
    """1 for elements of comments, dialogs and asides; nowhere, if that would silence nearly all text."""
    state = np.zeros(len(own), dtype=np.bool_)
    named = (own & (_COMMENT | _DIALOG) > 0) & (flat.size < _LARGE * 4)
    found = (named & ~flat.where(lambda tag, _: tag in _OWN_TEXT)) | flat.where(lambda tag, _: tag in _DIALOGS)
    for index in np.flatnonzero(found).tolist():
        if index:
            state[index : flat.last[index]] = True
    told = np.where(size >= 25, size, 0).astype(np.float64)
    heard = told[~state[element]].sum()
    return state.astype(np.float32) if heard > 0.05 * told.sum() else np.zeros(len(own), dtype=np.float32)


def count_of(grid: Grid, name: str) -> Array:
    """How many characters of a class each block has."""
    found: Array = grid.counts[:, CLASSES.index(name)]
    return found
