"""Which documents of a batch may be archived side by side (pure)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]


def key_number(key: str) -> int:
    """A signed 64-bit number for a key. Two keys that collide share a lane needlessly, which does no harm."""
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big", signed=True)


def assign(keys: Sequence[Sequence[int]], lanes: int) -> list[int]:
    """The lane of each document, 0 to lanes - 1: documents that have a key in common, over any number of others, share one.

    Lanes are filled evenly by number of documents; the same keys give the same lanes.
    """
    groups = _groups(keys)
    members: dict[int, list[int]] = {}
    for row, group in enumerate(groups):
        members.setdefault(group, []).append(row)
    loads = [(0, lane) for lane in range(lanes)]
    found = [0] * len(keys)
    for rows in sorted(members.values(), key=lambda rows: (-len(rows), rows[0])):
        load, lane = heapq.heappop(loads)
        for row in rows:
            found[row] = lane
        heapq.heappush(loads, (load + len(rows), lane))
    return found


def _groups(keys: Sequence[Sequence[int]]) -> list[int]:
    """The first document of the group that each document belongs to."""
    parent = list(range(len(keys)))

    def root(row: int) -> int:
        while parent[row] != row:
            parent[row] = parent[parent[row]]
            row = parent[row]
        return row

    for one, other in _neighbours(keys):
        low, high = sorted((root(one), root(other)))
        parent[high] = low
    return [root(row) for row in range(len(keys))]


def _neighbours(keys: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Pairs of documents that share a key: enough of them to connect all that share it."""
    flat: Ints = np.fromiter((key for row in keys for key in row), dtype=np.int64)
    rows: Ints = np.repeat(np.arange(len(keys)), [len(row) for row in keys])
    order = np.argsort(flat, kind="stable")
    flat, rows = flat[order], rows[order]
    same = flat[1:] == flat[:-1]
    return list(zip(rows[:-1][same].tolist(), rows[1:][same].tolist(), strict=True))
