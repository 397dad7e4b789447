"""Exact and near-duplicate signatures of a cleaned document."""

import re
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
_IDLE_BLANK: Final = re.compile(r" (?:(?=[^\x00-\x7f])|(?<=[^\x00-\x7f] ))")
_NUMBER: Final = regex.compile(r"[0-9][0-9.]{0,20}[0-9]")


def content_hash(title: str, content: str) -> str:
    """32 hex digits: MD5 of the title followed by the first 2,000 characters of the cleaned content, as UTF-8."""
    text = title + content[:HASHED_CONTENT_CHARS]
    return md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def _without_idle_blanks(text: str) -> str:
    spaced = " ".join(text.split())
    return spaced if spaced.isascii() else _IDLE_BLANK.sub("", spaced)


def text_hash(text: str) -> str:
    """32 hex digits over a folded text; a run of blanks counts as one between ASCII characters and else not at all."""
    return md5(_without_idle_blanks(text).encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def is_ideographic(stream: TokenStream) -> bool:
    """Whether most tokens are single characters of Han, kana or an unspaced script."""
    return stream.count(Kind.HAN, Kind.KANA, Kind.UNSPACED) * 2 > stream.tokens.size


def numbers_of(text: str) -> tuple[str, ...]:
    """Distinct numbers of two or more characters in a folded text, the 128 smallest as strings, ascending."""
    return tuple(sorted(set(_NUMBER.findall(text)))[:_MAX_NUMBERS])


def _simhash_bands(fingerprint: int) -> list[str]:
    return [f"b{band}:{fingerprint >> (16 * band) & 0xFFFF:04x}" for band in range(4)]


def text_shingles(stream: TokenStream) -> NDArray[np.uint32]:
    """Distinct shingles of a text, ascending: runs of five tokens where most are ideographs, else of three."""
    return shingles_of(stream.tokens, IDEOGRAPHIC_SHINGLE if is_ideographic(stream) else WORD_SHINGLE)


def signatures_of(
    title: str, content: str, stream: TokenStream, shingles: NDArray[np.uint32] | None = None
) -> Signatures:
    """All signatures of a cleaned document; `stream` holds the tokens of the content, `shingles` those of it where known."""
    text = stream.text
    folded_hash = text_hash(text)
    ideographic = is_ideographic(stream)
    size = IDEOGRAPHIC_SHINGLE if ideographic else WORD_SHINGLE
    shingles = text_shingles(stream) if shingles is None else shingles
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
