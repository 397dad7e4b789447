"""Folding a text for comparison and cutting it into tokens: one ideograph or kana, or one whole word or number."""

import unicodedata
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cleaner.core.codepoints import BMP, EXPANDING, FOLDING, Kind, kinds_of
from cleaner.core.hashing import mix64

_POSITION: Final = np.uint64(0x2545F4914F6CDD1D)
_IS_WORD: Final = np.array([k in (Kind.LETTER, Kind.DIGIT, Kind.HANGUL) for k in Kind], dtype=np.bool_)
_IS_TOKEN: Final = np.array([k >= Kind.LETTER for k in Kind], dtype=np.bool_)


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


def _needs_full_normalisation(codes: NDArray[np.uint32]) -> bool:
    if codes.size == 0:
        return False
    return bool(EXPANDING[np.minimum(codes, BMP - 1)].any()) or int(codes.max()) >= 0x1D400


def fold(text: str) -> NDArray[np.uint32]:
    """Code points of `text` in comparable form: NFKC, lower case, simplified, straight quotes, no invisible ones."""
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    codes = _code_points(text)
    if _needs_full_normalisation(codes):
        codes = _code_points(unicodedata.normalize("NFKC", text.replace("\u2026", ".")))
    folded = FOLDING[np.minimum(codes, BMP - 1)]
    if codes.size and int(codes.max()) >= BMP:
        folded = np.where(codes >= BMP, codes, folded)
    return folded if folded.all() else folded[folded != 0]


def _places_within_words(starts: NDArray[np.intp], size: int) -> NDArray[np.uint64]:
    steps = np.ones(size, dtype=np.int64)
    steps[0] = 0
    steps[starts[1:]] -= starts[1:] - starts[:-1]
    return steps.cumsum().view(np.uint64)


def _token_hashes(codes: NDArray[np.uint32], kinds: NDArray[np.uint8]) -> NDArray[np.uint64]:
    word = _IS_WORD[kinds]
    places = np.flatnonzero(_IS_TOKEN[kinds])
    if places.size == 0:
        return np.empty(0, dtype=np.uint64)
    continues = np.zeros(codes.size, dtype=np.bool_)
    continues[1:] = word[1:] & word[:-1]
    starts = np.flatnonzero(~continues[places])
    characters = codes[places].astype(np.uint64)
    if starts.size < places.size:
        characters += _places_within_words(starts, places.size) * _POSITION
    characters = mix64(characters)
    return np.asarray(np.add.reduceat(characters, starts), dtype=np.uint64)


def tokenize(text: str) -> TokenStream:
    """Folds and tokenizes; never fails, also not for lone surrogates or an empty text."""
    codes = fold(text)
    kinds = kinds_of(codes)
    counts = tuple(np.bincount(kinds, minlength=len(Kind)).tolist())
    return TokenStream(codes=codes, kinds=kinds, counts=counts, tokens=_token_hashes(codes, kinds))
