"""Distinct shingles, their bottom-k sketch, and MinHash bands by one-permutation hashing.

One-permutation hashing (Li, Owen, Zhang 2012) takes the minimum per bin of a single hash; empty bins borrow from a
fixed pseudo-random sequence of bins (optimal densification, Shrivastava 2017). One sort serves sketch and bands.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cleaner.core.hashing import mix64

SKETCH_SIZE: Final = 128
BINS: Final = 128
BANDS: Final = 32
_ROWS: Final = BINS // BANDS
_PREFIXES: Final = tuple(f"m{band}:" for band in range(BANDS))
_SHINGLE: Final = np.uint64(0xD6E8FEB86659FD93)
_SHIFT32: Final = np.uint64(32)
_BIN_EDGES: Final = np.arange(BINS + 1, dtype=np.uint64) << np.uint64(32 - 7)
_ROW_FACTORS: Final = mix64(np.arange(1, _ROWS + 1, dtype=np.uint64)) | np.uint64(1)


def _probe_order() -> NDArray[np.intp]:
    keys = mix64(np.arange(BINS * BINS, dtype=np.uint64)).reshape(BINS, BINS)
    return np.argsort(keys, axis=1, kind="stable")


_PROBES: Final = _probe_order()


def shingles_of(tokens: NDArray[np.uint64], size: int) -> NDArray[np.uint32]:
    """Distinct 32-bit hashes of all runs of `size` tokens, ascending; empty for fewer tokens."""
    if tokens.size < size:
        return np.empty(0, dtype=np.uint32)
    count = tokens.size - size + 1
    combined = tokens[:count].copy()
    for step in range(1, size):
        combined *= _SHINGLE
        combined += tokens[step : step + count]
    ordered = (mix64(combined) >> _SHIFT32).astype(np.uint32)
    ordered.sort()
    is_new = np.ones(count, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    distinct: NDArray[np.uint32] = ordered[is_new]
    return distinct


def sketch_of(shingles: NDArray[np.uint32]) -> tuple[int, ...]:
    """The at most 128 smallest shingle hashes, ascending."""
    return tuple(shingles[:SKETCH_SIZE].tolist())


def _minima(shingles: NDArray[np.uint32]) -> NDArray[np.uint64]:
    edges = np.searchsorted(shingles, _BIN_EDGES)
    starts = edges[:-1]
    filled = edges[1:] > starts
    minima = shingles[np.minimum(starts, shingles.size - 1)].astype(np.uint64)
    if not filled.all():
        empty = np.flatnonzero(~filled)
        donors = _PROBES[empty]
        chosen = donors[np.arange(empty.size), filled[donors].argmax(axis=1)]
        minima[empty] = minima[chosen]
    return minima


def minhash_bands(shingles: NDArray[np.uint32]) -> list[str]:
    """32 lookup keys `m0:xxxxxxxx`…`m31:xxxxxxxx`, each over four minima; two texts of Jaccard j share one at j**4."""
    if shingles.size == 0:
        return []
    rows = _minima(shingles).reshape(BANDS, _ROWS)
    mixed = mix64((rows * _ROW_FACTORS).sum(axis=1, dtype=np.uint64)) >> _SHIFT32
    digits = mixed.astype(">u4").tobytes().hex()
    return [prefix + digits[8 * band : 8 * band + 8] for band, prefix in enumerate(_PREFIXES)]
