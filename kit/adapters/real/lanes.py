"""Weighted order of the lanes: smooth weighted round robin (as nginx does it), so that p1 gets most and p9 never starves."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from kit.adapters.real import redis_keys as keys


class LaneOrder:
    """`weights[i]` is the share of lane p(i+1). Deterministic: over sum(weights) takes each lane comes first exactly its weight times."""

    def __init__(self, weights: Sequence[int]) -> None:
        self._weights = tuple(weights)
        self._current = [0] * len(self._weights)
        self._total = sum(self._weights)
        self._lock = threading.Lock()

    def take(self, count: int) -> list[int]:
        """The next `count` lanes, as numbers from 1."""
        with self._lock:
            return [self._next() for _ in range(count)]

    def keys(self) -> list[str]:
        """Every lane's key, the next one in turn first and the others by priority, for BRPOP."""
        first = self.take(1)[0]
        return [keys.lane(first)] + [keys.lane(p) for p in range(1, len(self._weights) + 1) if p != first]

    def _next(self) -> int:
        for lane, weight in enumerate(self._weights):
            self._current[lane] += weight
        best = max(range(len(self._weights)), key=lambda lane: self._current[lane])
        self._current[best] -= self._total
        return best + 1
