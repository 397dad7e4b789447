"""How the indexes read text: folded characters, runs, and the tokens that are stored.

Folding: NFKC, case, accents on Latin and Greek, invisible characters. Scripts written without spaces are stored as overlapping pairs
of characters with one token per character, so that every run of characters can be found whatever a dictionary knows; other scripts as words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from operator import add

MAX_TOKEN = 64
# Han, kana, Hangul, Thai, Lao, Burmese, Khmer.
PAIRED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
# FTS5 lets go of stored tokens only when it is given the very same ones again: this names how they were made.
ANALYSIS = f"1/{unicodedata.unidata_version}"
_RUN = re.compile(r"[^\W_]+")
_PART = re.compile(rf"[{PAIRED}]+|[^{PAIRED}]+")
_IS_PAIRED = re.compile(rf"[{PAIRED}]")
_MAX_CACHED = 60_000
_GREEK_END = "\u03ff"


class _Folding(dict[int, str]):
    """Code point → folded text, computed on first sight, for `str.translate`."""

    def __missing__(self, code: int) -> str:
        folded = _fold(chr(code))
        if len(self) < _MAX_CACHED:
            self[code] = folded
        return folded


def _fold(character: str) -> str:
    if "\u0300" <= character <= "\u036f" or unicodedata.category(character) == "Cf" or _is_selector(character):
        return ""
    composed = unicodedata.normalize("NFKC", character)
    parts = unicodedata.normalize("NFKD", composed)
    if parts[:1] <= _GREEK_END:
        composed = "".join(part for part in parts if not unicodedata.combining(part))
    return composed.casefold().replace("\u0307", "")


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


FOLDING = _Folding()


def fold(text: str) -> str:
    return text.translate(FOLDING)


def is_paired(run: str) -> bool:
    """Whether a run from `runs` belongs to a script that is stored as pairs."""
    return _IS_PAIRED.match(run) is not None


def runs(folded: str) -> Iterator[str]:
    """Words and runs of paired characters, in order; everything else only separates."""
    for run in _RUN.findall(folded):
        if run.isascii():
            yield run
        else:
            yield from _PART.findall(run)


def tokens(folded: str) -> list[str]:
    """What is stored for a text: one token per word, one per paired character (itself and the next, the last one alone)."""
    found: list[str] = []
    for run in _RUN.findall(folded):
        if run.isascii():
            found.append(run[:MAX_TOKEN])
            continue
        for part in _PART.findall(run):
            if is_paired(part):
                found += map(add, part, part[1:])
                found.append(part[-1])
            else:
                found.append(part[:MAX_TOKEN])
    return found


def pairs(run: str) -> list[str]:
    return list(map(add, run, run[1:]))
