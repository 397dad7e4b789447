"""Folding a text for comparison and cutting it into tokens: one ideograph or kana, or one whole word or number."""

import unicodedata
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cleaner.core.codepoints import BMP, EXPANDING, FOLDING, Kind, kinds_of
from cleaner.core.hashing import mix64

_POSITION: Final = np.uint64(0x2545F4914F6CDD1D)
_FIRST_COMPATIBLE_ABOVE: Final = 0x1D400
"""The first code point above the first plane that NFKC makes something else of."""


@dataclass(frozen=True, slots=True)
class TokenStream:
    """A folded text of n characters and its m tokens.

    codes: (n,) uint32 code points; kinds: (n,) uint8 `Kind`; counts: characters of each `Kind` by its number;
    tokens: (m,) uint64 hashes in reading order.
    """

    codes: NDArray[np.uint32]
    kinds: NDArray[np.uint8]
    counts: tuple[int, ...]
    tokens: NDArray[np.uint64]

    @property
    def text(self) -> str:
        """The folded text as a string."""
        return self.codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")

    def count(self, *kinds: Kind) -> int:
        """How many characters are of one of these kinds."""
        return sum(self.counts[kind] for kind in kinds)


def _code_points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.uint32, copy=False)


def _folded(codes: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], int]:
    """Each character folded for itself, and the highest code point; characters above the first plane stay as they are."""
    highest = int(codes.max(initial=0))
    if highest < BMP:
        return FOLDING.take(codes), highest
    return np.where(codes >= BMP, codes, FOLDING.take(np.minimum(codes, BMP - 1))), highest


def fold(text: str) -> NDArray[np.uint32]:
    """Code points of `text` in comparable form: NFKC, lower case, simplified, straight quotes, no invisible ones."""
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    folded, highest = _folded(_code_points(text))
    if highest >= _FIRST_COMPATIBLE_ABOVE or int(folded.max(initial=0)) >= EXPANDING:
        folded, _ = _folded(_code_points(unicodedata.normalize("NFKC", text.replace("\u2026", "."))))
        folded &= np.uint32(EXPANDING - 1)
    return folded if folded.all() else folded[folded != 0]


def _places_within_words(starts: NDArray[np.intp], size: int) -> NDArray[np.uint64]:
    steps = np.ones(size, dtype=np.int64)
    steps[0] = 0
    steps[starts[1:]] -= starts[1:] - starts[:-1]
    return steps.cumsum().view(np.uint64)


def _token_hashes(codes: NDArray[np.uint32], kinds: NDArray[np.uint8]) -> NDArray[np.uint64]:
    in_token = kinds >= Kind.LETTER
    characters = codes[in_token].astype(np.uint64)
    if characters.size == 0:
        return np.empty(0, dtype=np.uint64)
    in_word = in_token & (kinds <= Kind.HANGUL)
    begins = np.ones(codes.size, dtype=np.bool_)
    begins[1:] = ~(in_word[1:] & in_word[:-1])
    starts = np.flatnonzero(begins[in_token])
    if starts.size < characters.size:
        characters += _places_within_words(starts, characters.size) * _POSITION
    characters = mix64(characters)
    return np.asarray(np.add.reduceat(characters, starts), dtype=np.uint64)


def tokenize(text: str) -> TokenStream:
    """Folds and tokenizes; never fails, also not for lone surrogates or an empty text."""
    codes = fold(text)
    kinds = kinds_of(codes)
    counts = tuple(np.bincount(kinds, minlength=len(Kind)).tolist())
    return TokenStream(codes=codes, kinds=kinds, counts=counts, tokens=_token_hashes(codes, kinds))
