"""Latencies in buckets (pure). Bounds may change over time: each bucket is stored with its own."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

_SECONDS = (
    0.25,
    0.5,
    1,
    2,
    3,
    5,
    7.5,
    10,
    15,
    20,
    30,
    45,
    60,
    90,
    120,
    180,
    300,
    600,
    1200,
    1800,
    3600,
    7200,
    21600,
    86400,
)
BOUNDS_MS = tuple(round(second * 1000) for second in _SECONDS)
UNBOUNDED_MS = 10**12


def bucket(elapsed_ms: float) -> int:
    """The upper bound in ms of the bucket that a time falls into; below zero counts as zero."""
    place = bisect_left(BOUNDS_MS, elapsed_ms)
    return BOUNDS_MS[place] if place < len(BOUNDS_MS) else UNBOUNDED_MS


def quantile(counts: Mapping[int, int], share: float) -> float | None:
    """The time in ms that a `share` (0 to 1) of the entries did not exceed, interpolated within its bucket; None without entries.

    What lies in the open last bucket counts as its lower bound.
    """
    total = sum(counts.values())
    if not total:
        return None
    wanted, below, lower = share * total, 0, 0
    for upper in sorted(counts):
        if below + counts[upper] >= wanted and counts[upper]:
            if upper >= UNBOUNDED_MS:
                return float(max(lower, BOUNDS_MS[-1]))
            start = _lower_bound(upper, lower)
            return start + (upper - start) * max(wanted - below, 0) / counts[upper]
        below += counts[upper]
        lower = upper
    return float(lower)


def _lower_bound(upper: int, previous: int) -> int:
    """Where the bucket begins: empty buckets are not stored, so the entry before may lie further down."""
    place = bisect_left(BOUNDS_MS, upper)
    return max(previous, BOUNDS_MS[place - 1] if place else 0)
