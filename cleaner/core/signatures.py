"""Exact and near-duplicate signatures of a cleaned document."""

from hashlib import md5
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

from cleaner.core.codepoints import Kind
from cleaner.core.minhash import minhash_bands, shingles_of, sketch_of
from cleaner.core.model import Signatures
from cleaner.core.sentences import sentence_keys
from cleaner.core.simhash import simhash64
from cleaner.core.tokens import TokenStream

SIGNATURE_VERSION: Final = 1
"""Raise it with any change of folding, tokens, hashes or shingles: stored signatures compare only within a version."""

IDEOGRAPHIC_SHINGLE: Final = 5
WORD_SHINGLE: Final = 3
MIN_TOKENS: Final = 20
"""Below it a text has no fingerprint and is compared exactly: the method is for articles."""

HASHED_CONTENT_CHARS: Final = 2_000
_MAX_NUMBERS: Final = 128
_NUMBER: Final = regex.compile(r"[0-9][0-9.]{0,20}[0-9]")
_KEEPS_SPACE: Final = np.array([k in (Kind.LETTER, Kind.DIGIT) for k in Kind], dtype=np.bool_)


def content_hash(title: str, content: str) -> str:
    """32 hex digits: MD5 of the title followed by the first 2,000 characters of the cleaned content, as UTF-8."""
    text = title + content[:HASHED_CONTENT_CHARS]
    return md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def _without_idle_blanks(stream: TokenStream) -> NDArray[np.uint32]:
    space = stream.kinds == Kind.SPACE
    if not space.any():
        return stream.codes
    first = space.copy()
    first[1:] &= ~space[:-1]
    codes, kinds, space = (values[first | ~space] for values in (stream.codes, stream.kinds, space))
    letter = _KEEPS_SPACE[kinds]
    between = np.zeros(codes.size, dtype=np.bool_)
    between[1:-1] = space[1:-1] & letter[:-2] & letter[2:]
    kept: NDArray[np.uint32] = np.where(space, np.uint32(0x20), codes)[between | ~space]
    return kept


def text_hash(stream: TokenStream) -> str:
    """32 hex digits over the folded text; blanks count only, as one, between letters or digits of spaced scripts."""
    return md5(_without_idle_blanks(stream).astype("<u4").tobytes(), usedforsecurity=False).hexdigest()


def is_ideographic(stream: TokenStream) -> bool:
    """Whether most tokens are single characters of Han, kana or an unspaced script."""
    return stream.count(Kind.HAN, Kind.KANA, Kind.UNSPACED) * 2 > stream.tokens.size


def numbers_of(text: str) -> tuple[str, ...]:
    """Distinct numbers of two or more characters in a folded text, the 128 smallest as strings, ascending."""
    return tuple(sorted(set(_NUMBER.findall(text)))[:_MAX_NUMBERS])


def _simhash_bands(fingerprint: int) -> list[str]:
    return [f"b{band}:{fingerprint >> (16 * band) & 0xFFFF:04x}" for band in range(4)]


def signatures_of(title: str, content: str, stream: TokenStream) -> Signatures:
    """All signatures of a cleaned document; `stream` holds the tokens of the content."""
    text, folded_hash = stream.text, text_hash(stream)
    ideographic = is_ideographic(stream)
    size = IDEOGRAPHIC_SHINGLE if ideographic else WORD_SHINGLE
    shingles = shingles_of(stream.tokens, size)
    fingerprint, bands = 0, [f"t:{folded_hash[:16]}"]
    if stream.tokens.size >= MIN_TOKENS:
        fingerprint = simhash64(stream.tokens)
        bands += [*_simhash_bands(fingerprint), *minhash_bands(shingles), *sentence_keys(text, ideographic)]
    return Signatures(
        content_hash=content_hash(title, content),
        text_hash=folded_hash,
        simhash=fingerprint,
        bands=tuple(bands),
        shingle_sketch=sketch_of(shingles),
        numbers=numbers_of(text),
        length=int(stream.codes.size),
        version=SIGNATURE_VERSION,
        shingles=int(shingles.size),
        shingle_size=size,
    )
