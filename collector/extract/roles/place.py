"""Features of where a block stands: in the page, to its mass of prose, to the headline, and what stands beside it."""

from __future__ import annotations

import numpy as np

from collector.extract.roles.grid import Array, Grid
from collector.extract.title.clean import folded

_SHARES = (0.35, 0.6, 0.85)
_HEADS = frozenset(("h1", "h2", "h3", "h4"))
_NEIGHBOURS = {
    "log_size": (-2, -1, 1, 2),
    "density": (-1, 1),
    "prose": (-2, -1, 1, 2),
    "log_stops": (-1, 1),
    "tag_p": (-1, 1),
}


def place_rows(grid: Grid) -> dict[str, Array]:
    """Share of the page before the block, and its distance to the deepest elements that hold most of the prose."""
    index = np.arange(grid.blocks, dtype=np.float32)
    rows = {"at": index / max(1, grid.blocks), "foreign": grid.foreign}
    for name, values in (("passed", grid.size), ("prose_passed", grid.prose)):
        rows[name] = (np.cumsum(values) - values) / max(1.0, float(values.sum()))
    heard = np.where(grid.foreign > 0, 0, grid.prose).astype(np.float32)
    prose, total = grid.over(heard), max(1.0, float(heard.sum()))
    for share in _SHARES:
        # Parents come before children: the last element rich enough is the deepest on its path.
        rich = np.flatnonzero(prose >= share * total)
        best = int(rich[-1]) if len(rich) else 0
        first, end = int(grid.first[best]), int(grid.end[best])
        rows[f"heavy_{share}"] = ((index >= first) & (index < end)).astype(np.float32)
        rows[f"off_{share}"] = _signed_log(np.where(index < first, index - first, np.maximum(index - end + 1, 0)))
        rows[f"within_{share}"] = np.clip((index - first) / max(1, end - first), -1, 2)
    return rows


def headline_rows(grid: Grid, title: str) -> dict[str, Array]:
    """Likeness to the title, blocks since the headline, and headings and filler before and since it."""
    blocks = grid.flat.blocks
    alike = _title_likeness(grid, folded(title))
    near = np.flatnonzero(alike > 0.3)
    h1 = np.array([row for row, block in enumerate(blocks) if block.tag == "h1"], dtype=np.int64)
    rows = {"title_alike": alike}
    for name, found in (("h1", h1), ("title", near)):
        rows[f"since_{name}"] = _since(found, grid.blocks)
        rows[f"has_{name}"] = np.full(grid.blocks, float(len(found) > 0), dtype=np.float32)
    start = _headline_row(grid, near, h1)
    heads = np.array([block.tag in _HEADS for block in blocks], dtype=np.float32)
    filler = np.where(grid.prose > 0, 0, grid.size)
    for name, values in (("heads", heads), ("linked_heads", heads * (grid.density > 0.5)), ("filler", filler)):
        sums = np.cumsum(values)
        rows[f"{name}_before"] = np.log1p(sums - values)
        rows[f"{name}_since"] = _signed_log(sums - sums[start]) if start >= 0 else np.full(grid.blocks, -9.0)
    return rows


def context_rows(grid: Grid, known: dict[str, Array]) -> dict[str, Array]:
    """Measures of the neighbouring blocks, and text, prose and links within four and twelve blocks."""
    values = {"prose": np.log1p(grid.prose)} | known
    rows = {f"{name}{step:+d}": _shifted(values[name], step) for name, steps in _NEIGHBOURS.items() for step in steps}
    index = np.arange(grid.blocks)
    for name, amounts in (("size", grid.size), ("prose", grid.prose), ("links", grid.size * grid.density)):
        sums = np.concatenate(([0.0], np.cumsum(amounts, dtype=np.float64)))
        for reach in (4, 12):
            rows[f"{name}_before_{reach}"] = np.log1p(sums[index] - sums[np.maximum(index - reach, 0)])
            rows[f"{name}_after_{reach}"] = np.log1p(sums[np.minimum(index + 1 + reach, grid.blocks)] - sums[index + 1])
    around = grid.parent[grid.element].astype(np.float32)
    for step in (-1, 1):
        rows[f"same_parent{step:+d}"] = (_shifted(around, step) == around).astype(np.float32)
    return rows


def _title_likeness(grid: Grid, title: str) -> Array:
    """Length of the shorter over the longer where one of block and title contains the other, else 0."""
    alike = np.zeros(grid.blocks, dtype=np.float32)
    long = len(title)
    if long < 4:
        return alike
    for row in np.flatnonzero((grid.chars >= 0.3 * long) & (grid.chars <= 2.5 * long + 10)):
        text = folded(grid.flat.blocks[row].text)
        if len(text) >= 4 and (text in title or title in text):
            alike[row] = min(len(text), long) / max(len(text), long)
    return alike


def _headline_row(grid: Grid, near: np.ndarray, h1: np.ndarray) -> int:
    heading = [row for row in near if grid.flat.blocks[row].tag in _HEADS]
    found = heading or list(near) or list(h1)
    return int(found[0]) if found else -1


def _since(found: np.ndarray, count: int) -> Array:
    """Log of the number of blocks since the last of these, -1 before the first."""
    mark = np.zeros(count, dtype=np.int64)
    mark[found] = found + 1
    last = np.maximum.accumulate(mark)
    return np.where(last > 0, np.log1p(np.arange(count) - last + 1), -1.0).astype(np.float32)


def _signed_log(values: np.ndarray) -> Array:
    result: Array = (np.sign(values) * np.log1p(np.abs(values))).astype(np.float32)
    return result


def _shifted(values: Array, step: int) -> Array:
    """The value of the block ``step`` further on; -1 beyond the page."""
    out = np.full(len(values), -1.0, dtype=np.float32)
    if abs(step) < len(values):
        out[max(0, -step) : len(values) - max(0, step)] = values[max(0, step) : len(values) + min(0, step)]
    return out
