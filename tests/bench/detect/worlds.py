"""Made sources: pages a day and how many of them had each field, with seeds that are fixed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

Counts = np.ndarray[Any, np.dtype[np.int64]]
Shares = np.ndarray[Any, np.dtype[np.float64]]
FIELDS = 8


class World(NamedTuple):
    """`rate`: usual share; `spread`: how much days differ; `pages` a workday, weekends have 0.4 of them and `dip` less share."""

    rate: float
    spread: float
    pages: int
    dip: float = 0.0

    def __str__(self) -> str:
        return f"rate {self.rate:.2f} spread {self.spread:.2f} pages {self.pages:3d}" + (
            f" weekend -{self.dip:.2f}" if self.dip else ""
        )


NULL = tuple(
    World(rate, spread, pages, dip)
    for rate, spread, dip in ((0.97, 0.0, 0), (0.97, 0.01, 0), (0.85, 0.01, 0), (0.85, 0.03, 0.05), (0.60, 0.02, 0))
    for pages in (8, 20, 50, 200)
)


def made(
    world: World, series: int, days: int, seed: int, fault: Callable[[Shares], Shares] | None = None, at: int = 0
) -> tuple[Counts, Counts]:
    """(pages, pages with the field), each series × days; day 0 is a Monday. `fault` changes the shares from day `at` on."""
    rng = np.random.default_rng(seed)
    weekend = np.arange(days) % 7 >= 5
    seen = rng.poisson(world.pages * np.where(weekend, 0.4, 1.0), size=(series, days))
    share = np.broadcast_to(np.where(weekend, world.rate - world.dip, world.rate), (series, days)).copy()
    if fault is not None:
        share[:, at:] = np.clip(fault(share[:, at:]), 0, 1)
    if world.spread:
        strength = 1 / world.spread - 1
        drawn = rng.beta(np.clip(share, 1e-9, 1) * strength, np.clip(1 - share, 1e-9, 1) * strength)
        share = np.where(share > 0, drawn, 0.0)
    return seen, rng.binomial(seen, np.clip(share, 0, 1))


def rows(seen: Counts, ok: Counts) -> Iterator[list[tuple[int, int]]]:
    """Per series its days as (ok, seen)."""
    for n, k in zip(seen.tolist(), ok.tolist(), strict=True):
        yield list(zip(k, n, strict=True))
