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
_PAIR: Final = np.uint64(0x9FB21C651E98DF25)


def _without_stop_tokens(tokens: NDArray[np.uint64]) -> NDArray[np.uint64]:
    places = np.searchsorted(_SORTED_STOP, tokens)
    places[places == _SORTED_STOP.size] = 0
    telling: NDArray[np.uint64] = tokens[_SORTED_STOP[places] != tokens]
    return telling


def _features(tokens: NDArray[np.uint64]) -> NDArray[np.uint64]:
    pairs = mix64(tokens[:-1] * _PAIR + tokens[1:])
    return np.concatenate((_without_stop_tokens(tokens), pairs))


def _bit_counts(features: NDArray[np.uint64]) -> NDArray[np.int64]:
    # Eight bits become eight bytes of one word, so that one addition counts eight bits; 255 rows cannot overflow a byte.
    bits = np.unpackbits(features.astype("<u8", copy=False).view(np.uint8), bitorder="little")
    blocks = np.add.reduceat(bits.view(np.uint64).reshape(-1, 8), np.arange(0, features.size, 255), axis=0)
    counts: NDArray[np.int64] = blocks.view(np.uint8).sum(axis=0, dtype=np.int64)
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
