"""Features from the rules: what choosing by density alone would take, and how the containers scored."""

from __future__ import annotations

import numpy as np

from collector.extract.content.choose import selected_blocks
from collector.extract.content.density import best_elements, scores
from collector.extract.roles.grid import Array, Grid

_LEVELS = 3


def density_rows(grid: Grid) -> dict[str, Array]:
    """Whether density would keep the block, whether it stands in the chosen elements, and their scores as shares of the best."""
    found = scores(grid.flat)
    chosen = best_elements(grid.flat, found)
    kept = np.zeros(grid.blocks, dtype=np.float32)
    kept[selected_blocks(grid.flat, chosen)] = 1
    rows = {"rule_kept": kept}
    inside = np.zeros(grid.blocks, dtype=np.float32)
    for element in chosen:
        inside[grid.first[element] : grid.end[element]] = 1
    rows["rule_inside"] = inside
    share = np.array(found, dtype=np.float32) / (max(found, default=0.0) or 1.0)
    at = grid.element
    for level in range(_LEVELS):
        rows[f"rule_score_{level}"] = share[at]
        at = np.maximum(grid.parent[at], 0)
    return rows
