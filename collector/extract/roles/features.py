"""What is known of each block before its role is: one column a block, in a fixed order of rows."""

from __future__ import annotations

import numpy as np

from collector.extract.content.blocks import Flat
from collector.extract.roles import marks, words
from collector.extract.roles.counts import CLASSES
from collector.extract.roles.density import density_rows
from collector.extract.roles.grid import AROUND, Array, Grid, Ints, count_of, grid_of
from collector.extract.roles.place import context_rows, headline_rows, place_rows
from collector.extract.roles.structure import container_rows, repeat_rows

_TAGS = ("p", "h1", "h2", "h3", "h4", "li", "td", "div", "section", "figcaption", "pre", "blockquote", "dd", "button")
_INNER = ("author", "time", "title", "meta", "share")
_ENDS, _COLONS = frozenset(".!?。！？…”\"»’'"), frozenset(":：")

Rows = dict[str, Array]


def features(flat: Flat, title: str) -> tuple[list[str], Array]:
    """(names, one row a feature and one column a block); ``title`` is the page's title as far as known, "" if not."""
    grid = grid_of(flat)
    rows: Rows = {}
    rows |= _own_rows(grid)
    rows |= _word_rows(grid)
    rows |= _name_rows(grid)
    rows |= container_rows(grid)
    rows |= place_rows(grid)
    rows |= headline_rows(grid, title)
    rows |= context_rows(grid, rows)
    rows |= repeat_rows(grid)
    rows |= density_rows(grid)
    return list(rows), np.array(list(rows.values()), dtype=np.float32)


def _own_rows(grid: Grid) -> Rows:
    blocks, chars = grid.flat.blocks, np.maximum(grid.chars, 1)
    number = count_of(grid, "spaces") + count_of(grid, "lines") + 1
    rows = {
        "log_size": np.log1p(grid.size),
        "log_links": np.log1p(grid.size * grid.density),
        "density": grid.density,
        "words": np.log1p(number),
        "mean_word": grid.chars / number,
    }
    rows |= {f"share_{name}": grid.counts[:, column] / chars for column, name in enumerate(CLASSES)}
    rows |= {f"log_{name}": np.log1p(count_of(grid, name)) for name in ("commas", "stops", "lines")}
    rows["hidden"] = _flags([block.hidden for block in blocks])
    rows["ends"] = _flags([block.text[-1] in _ENDS for block in blocks])
    rows["colon"] = _flags([block.text[-1] in _COLONS for block in blocks])
    rows["lower"] = _flags([block.text[0].islower() for block in blocks])
    codes = {tag: code for code, tag in enumerate(_TAGS)}
    coded = np.array([codes.get(block.tag, -1) for block in blocks])
    return rows | {f"tag_{tag}": (coded == code).astype(np.float32) for tag, code in codes.items()}


def _word_rows(grid: Grid) -> Rows:
    chinese, digits = count_of(grid, "cjk") > 0, count_of(grid, "digits") > 0
    found = np.array(
        [
            words.word_bits(block.text, bool(c), bool(d))
            for block, c, d in zip(grid.flat.blocks, chinese, digits, strict=True)
        ]
    )
    return _bit_rows("word", words.KINDS, found)


def _name_rows(grid: Grid) -> Rows:
    at = grid.element
    inner = np.array([marks.mark_bits(block.inner) if block.inner else 0 for block in grid.flat.blocks])
    rows = _bit_rows("own", tuple(marks.KINDS), grid.own[at]) | _bit_rows("far", tuple(marks.KINDS), grid.far[at])
    named = _bit_rows("inner", tuple(marks.KINDS), inner)
    rows |= {f"inner_{name}": named[f"inner_{name}"] for name in _INNER}
    rows |= _bit_rows("in", AROUND, grid.tags[at])
    rows["depth"] = grid.depth[at].astype(np.float32)
    return rows


def _bit_rows(prefix: str, names: tuple[str, ...], bits: Ints) -> Rows:
    set_bits = ((bits[None, :] >> np.arange(len(names))[:, None]) & 1).astype(np.float32)
    return {f"{prefix}_{name}": set_bits[row] for row, name in enumerate(names)}


def _flags(values: list[bool]) -> Array:
    return np.array(values, dtype=np.float32)
