"""Lookup tables over the Basic Multilingual Plane: how a character is folded and what kind it is."""

import unicodedata
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cleaner.core.hanzi import TRADITIONAL_TO_SIMPLIFIED

BMP: Final = 0x10000


class Kind(IntEnum):
    """What a folded character is to the tokenizer and the statistics."""

    SYMBOL = 0
    SPACE = 1
    PUNCTUATION = 2
    LETTER = 3
    DIGIT = 4
    HANGUL = 5
    HAN = 6
    KANA = 7
    UNSPACED = 8


_TO_APOSTROPHE = "\u2018\u2019\u201a\u201b\u2032\u0060\u00b4\u02bc"
_TO_QUOTE = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d\u300e\u300f\u301d\u301e"
_TO_HYPHEN = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"
_TO_STOP = "\u2026\u22ef"
_VANISHING = (0x00AD, 0x034F, 0x061C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070))
_VARIATION_SELECTORS = (*range(0xFE00, 0xFE10), 0xFEFF)
_VOICING_MARKS = (0xFF9E, 0xFF9F)
_UNSPACED_RANGES = ((0x0E00, 0x0F00), (0x1000, 0x10A0), (0x1780, 0x1800))
_HANGUL_RANGES = ((0x1100, 0x1200), (0x3130, 0x3190), (0xAC00, 0xD7B0))
_KANA_RANGES = ((0x3041, 0x3097), (0x309D, 0x30A0), (0x30A1, 0x30FB), (0x30FC, 0x3100), (0x31F0, 0x3200))
_HAN_RANGES = ((0x3005, 0x3008), (0x3021, 0x302A), (0x3400, 0x4DC0), (0x4E00, 0xA000), (0xF900, 0xFB00))


def _fold_one(character: str) -> str:
    folded = unicodedata.normalize("NFKC", character)
    lowered = folded.lower()
    folded = lowered if len(lowered) == len(folded) else folded
    return TRADITIONAL_TO_SIMPLIFIED.get(folded, folded)


def _build_folding() -> NDArray[np.uint32]:
    folding = np.arange(BMP, dtype=np.uint32)
    expanding = np.zeros(BMP, dtype=np.bool_)
    for code in (*range(0x41, 0xD800), *range(0xE000, BMP)):
        folded = _fold_one(chr(code))
        if len(folded) == 1:
            folding[code] = ord(folded)
        expanding[code] = len(folded) != 1 or code in _VOICING_MARKS
    for characters, target in ((_TO_APOSTROPHE, "'"), (_TO_QUOTE, '"'), (_TO_HYPHEN, "-"), (_TO_STOP, ".")):
        for character in characters:
            folding[ord(character)], expanding[ord(character)] = ord(target), False
    for code in (*_VANISHING, *_VARIATION_SELECTORS):
        folding[code], expanding[code] = 0, False
    return folding | np.where(expanding, EXPANDING, 0).astype(np.uint32)


_BY_CATEGORY: Final = {"L": Kind.LETTER, "M": Kind.LETTER, "N": Kind.DIGIT, "P": Kind.PUNCTUATION, "Z": Kind.SPACE}


def _build_kinds() -> NDArray[np.uint8]:
    kinds = np.zeros(BMP, dtype=np.uint8)
    for code in range(BMP):
        kinds[code] = _BY_CATEGORY.get(unicodedata.category(chr(code))[0], Kind.SYMBOL)
    for code in (9, 10, 11, 12, 13, 0x85):
        kinds[code] = Kind.SPACE
    for ranges, kind in (
        (_UNSPACED_RANGES, Kind.UNSPACED),
        (_HANGUL_RANGES, Kind.HANGUL),
        (_KANA_RANGES, Kind.KANA),
        (_HAN_RANGES, Kind.HAN),
    ):
        for start, end in ranges:
            kinds[start:end] = kind
    return kinds


EXPANDING: Final = 0x80000000
"""The bit of a character that only NFKC of the whole text folds: it becomes several characters or joins the one before."""

FOLDING: Final = _build_folding()
"""FOLDING[c]: the folded code point of c, 0 for characters that vanish, with the bit EXPANDING where that holds."""

KINDS: Final = _build_kinds()
"""KINDS[c]: the `Kind` of a folded code point."""


def kinds_of(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """The `Kind` of each folded code point, planes above the first by range: same shape, uint8."""
    if codes.size == 0 or int(codes.max()) < BMP:
        return KINDS.take(codes)
    kinds = KINDS[np.minimum(codes, BMP - 1)]
    astral = codes >= BMP
    kinds[astral] = Kind.LETTER
    kinds[(codes >= 0x20000) & (codes < 0x33480)] = Kind.HAN
    kinds[((codes >= 0x1F000) & (codes < 0x1FB00)) | (codes >= 0xE0000)] = Kind.SYMBOL
    return kinds
