"""Features of the elements around a block: how much text, prose and links they hold, and what is repeated."""

from __future__ import annotations

from collections import Counter

import numpy as np

from collector.extract.roles.grid import Array, Grid, count_of

_LEAVES = frozenset(
    ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "td", "dd", "dt", "figcaption")
)
_LEVELS = ("a", "b", "c", "d")


def container_rows(grid: Grid) -> dict[str, Array]:
    """Measures of the block's container and of the three elements around that, and of the whole page."""
    size, links, prose = grid.over(grid.size), grid.over(grid.size * grid.density), grid.over(grid.prose)
    paragraphs = grid.over((grid.prose > 0).astype(np.float32))
    count = (grid.end - grid.first).astype(np.float32)
    total, all_prose = max(1.0, float(grid.size.sum())), max(1.0, float(grid.prose.sum()))
    leaf = grid.flat.where(lambda tag, _: tag in _LEAVES)
    at = np.maximum(np.where(leaf[grid.element], grid.parent[grid.element], grid.element), 0)
    index = np.arange(grid.blocks)
    rows: dict[str, Array] = {}
    for level in _LEVELS:
        rows[f"{level}_alike"] = np.log1p(grid.alike[at])
        rows[f"{level}_ordinal"] = np.log1p(grid.ordinal[at])
        rows[f"{level}_size"] = size[at] / total
        rows[f"{level}_log"] = np.log1p(size[at])
        rows[f"{level}_density"] = links[at] / np.maximum(size[at], 1)
        rows[f"{level}_prose"] = prose[at] / all_prose
        rows[f"{level}_pure"] = prose[at] / np.maximum(size[at], 1)
        rows[f"{level}_paragraphs"] = np.log1p(paragraphs[at])
        rows[f"{level}_count"] = np.log1p(count[at])
        rows[f"{level}_at"] = (index - grid.first[at]) / np.maximum(count[at], 1)
        at = np.maximum(grid.parent[at], 0)
    return rows | _page_rows(grid, total, all_prose)


def _page_rows(grid: Grid, total: float, all_prose: float) -> dict[str, Array]:
    values = {
        "page_size": np.log1p(total),
        "page_prose": np.log1p(all_prose),
        "page_pure": all_prose / total,
        "page_blocks": np.log1p(grid.blocks),
        "page_density": float((grid.size * grid.density).sum()) / total,
        "page_cjk": float(count_of(grid, "cjk").sum()) / total,
        "page_articles": np.log1p(float(grid.article.max(initial=0))),
    }
    return {name: np.full(grid.blocks, value, dtype=np.float32) for name, value in values.items()}


def repeat_rows(grid: Grid) -> dict[str, Array]:
    """How often the page has blocks of this shape (tag and names of element and parent), and this very text."""
    flat = grid.flat
    names: dict[str, int] = {}
    marks = np.array([names.setdefault(one, len(names)) for _, one in flat.kinds])[flat.kind]
    own, above = flat.kind[grid.element], marks[np.maximum(flat.parent[grid.element], 0)]
    shape = np.unique(own * len(flat.kinds) + above, return_inverse=True)[1]
    texts = Counter(block.text for block in flat.blocks)
    count = np.bincount(shape).astype(np.float32)
    size = np.bincount(shape, weights=grid.size)
    prose = np.bincount(shape, weights=grid.prose)
    return {
        "shape_count": np.log1p(count)[shape],
        "shape_share": (size / max(1.0, float(grid.size.sum())))[shape],
        "shape_mean": np.log1p(size / count)[shape],
        "shape_prose": (prose / max(1.0, float(grid.prose.sum())))[shape],
        "twice": np.array([min(texts[block.text], 5) for block in grid.flat.blocks], dtype=np.float32),
        "article": np.log1p(grid.article[grid.element]).astype(np.float32),
    }
