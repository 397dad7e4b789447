"""The 64-bit SimHash (Charikar 2002; Manku, Jain, Das Sarma 2007) over single tokens and pairs of tokens.

Every occurrence counts, which keeps the cosine of lightly edited texts high; the most frequent single tokens are left
out, because they bias the bits and so fill a few bands of an index with unrelated documents.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cleaner.core.hashing import mix64
from cleaner.core.tokens import tokenize

_STOP_TOKENS: Final = tokenize(
    "的是一在人不有了中为国年这大上个以和发时到对来会要出我成能们生地自方作就行业他于多家者动公可学也日现"
    " the and to a of in for you is that with it s on your or can this as are from i an be by they more at we have"
    " their but was he his which not t what how one all will time also has when who were had been"
).tokens
_SORTED_STOP: Final = np.unique(_STOP_TOKENS)
_HALVINGS: Final = 7
_PAIR: Final = np.uint64(0x9FB21C651E98DF25)


def _own_slots(tokens: NDArray[np.uint64]) -> tuple[np.uint64, NDArray[np.uint64]]:
    """A mask of low bits that no two of the tokens share, and the table of tokens by these bits."""
    bits = next(bits for bits in range(8, 64) if np.unique(tokens & np.uint64((1 << bits) - 1)).size == tokens.size)
    mask = np.uint64((1 << bits) - 1)
    table = np.full(1 << bits, tokens[0], dtype=np.uint64)
    table[(tokens & mask).view(np.intp)] = tokens
    return mask, table


_SLOT_MASK, _SLOTS = _own_slots(_SORTED_STOP)


def _without_stop_tokens(tokens: NDArray[np.uint64]) -> NDArray[np.uint64]:
    telling: NDArray[np.uint64] = tokens[_SLOTS.take((tokens & _SLOT_MASK).view(np.intp)) != tokens]
    return telling


def _features(tokens: NDArray[np.uint64]) -> NDArray[np.uint64]:
    pairs = mix64(tokens[:-1] * _PAIR + tokens[1:])
    return np.concatenate((_without_stop_tokens(tokens), pairs))


def _bit_counts(features: NDArray[np.uint64]) -> NDArray[np.int64]:
    # Eight bits become eight bytes of one word, so that one addition counts eight bits; 128 rows cannot overflow a byte.
    rows = -(-features.size // (1 << _HALVINGS)) << _HALVINGS
    padded = np.zeros(rows, dtype="<u8")
    padded[: features.size] = features
    sums = np.unpackbits(padded.view(np.uint8), bitorder="little").view(np.uint64)
    for _ in range(_HALVINGS):
        rows //= 2
        sums = sums[: 8 * rows] + sums[8 * rows :]
    counts: NDArray[np.int64] = sums.view(np.uint8).reshape(-1, 64).sum(axis=0, dtype=np.int64)
    return counts


def simhash64(tokens: NDArray[np.uint64]) -> int:
    """The fingerprint of (m,) uint64 token hashes as an unsigned 64-bit integer; 0 for fewer than two tokens."""
    if tokens.size < 2:
        return 0
    features = _features(tokens)
    ones = _bit_counts(features) * 2 > features.size
    return int.from_bytes(np.packbits(ones, bitorder="little").tobytes(), "little")


def hamming(first: int, second: int) -> int:
    """Number of differing bits of two unsigned 64-bit integers, 0..64."""
    return (first ^ second).bit_count()
