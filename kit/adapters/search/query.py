"""Query text: words (all must be there), "phrases", -words. Any text is a query; none can be a syntax error.

jieba splits unquoted Chinese into words. Every word is then searched as a run of characters.
"""

from __future__ import annotations

import logging
import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from kit.adapters.search.text import MAX_TOKEN, fold, is_paired, pairs, runs, tokens

MAX_QUERY_CHARACTERS = 1000
MAX_TERMS = 32
_PIECE = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]{1,1000})"|(?P<word>[^\s"]+))')
_QUOTES = str.maketrans("“”„‟＂«»", '"' * 7)
# Too common to narrow anything down, and slow to look up as a single character.
_FUNCTION_CHARACTERS = frozenset("的了和是在与及之也就都而或把被地得着過过們们")


@dataclass(frozen=True, slots=True)
class Term:
    """Folded runs that must follow each other. `whole` joins segmented words again: a match of it ranks higher."""

    runs: tuple[str, ...]
    whole: str = ""

    def stored(self) -> tuple[list[str], bool]:
        """Tokens that follow each other where the term stands, letters and digits alone; whether the last is the beginning of a token."""
        *before, last = self.runs
        found = [token for run in before for token in tokens(run)]
        if not is_paired(last):
            return [*found, last[:MAX_TOKEN]], False
        if len(last) == 1:
            return [*found, last], True
        return [*found, *pairs(last)], False


@dataclass(frozen=True, slots=True)
class TextQuery:
    wanted: tuple[Term, ...]
    unwanted: tuple[Term, ...]
    blank: bool

    @property
    def empty(self) -> bool:
        """Text, but no word in it: nothing can be found."""
        return not (self.blank or self.wanted or self.unwanted)

    def groups(self) -> list[tuple[str, tuple[Term, ...]]]:
        """Wanted terms by the word they were cut from ("": not cut). All must be there; the uncut word adds nothing but rank."""
        return [(whole, tuple(group)) for whole, group in groupby(self.wanted, key=lambda term: term.whole)]


class Segmenter:
    """jieba, loaded at the first text that needs it (about a second, half of that with its cache file in `folder`)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._tokenizer: Any = None

    def words(self, run: str) -> list[str]:
        """Words of a run of paired characters; single characters that follow each other stay together."""
        if len(run) <= 2:
            return [run]
        words: list[str] = []
        for single, group in groupby(self._load().cut(run), key=lambda word: len(word) == 1):
            found = list(group)
            words += ["".join(found)] if single else found
        return words

    def _load(self) -> Any:
        with self._lock:
            if self._tokenizer is None:
                self._tokenizer = _make_tokenizer(self._folder)
            return self._tokenizer


def parse(text: str, segmenter: Segmenter) -> TextQuery:
    text = text[:MAX_QUERY_CHARACTERS].translate(_QUOTES)
    wanted: list[Term] = []
    unwanted: list[Term] = []
    for piece in _PIECE.finditer(text):
        found = tuple(runs(fold(piece["phrase"] or piece["word"])))
        if piece["minus"] and found:
            unwanted.append(Term(found))
        elif piece["phrase"] and found:
            wanted.append(Term(found))
        else:
            wanted += _words(found, segmenter)
    return TextQuery(_narrowing(wanted), tuple(unwanted[:MAX_TERMS]), blank=not text.strip())


def _words(found: tuple[str, ...], segmenter: Segmenter) -> Iterator[Term]:
    """An unquoted word: parts of another script stay a phrase (covid-19), paired runs become words of their own."""
    for paired, group in groupby(found, key=is_paired):
        if not paired:
            yield Term(tuple(group))
            continue
        for run in group:
            words = segmenter.words(run)
            yield from (Term((word,), whole=run if len(words) > 1 else "") for word in words)


def _narrowing(wanted: list[Term]) -> tuple[Term, ...]:
    kept = [term for term in wanted if term.runs[0] not in _FUNCTION_CHARACTERS or len(term.runs) > 1]
    return tuple(dict.fromkeys(kept or wanted))[:MAX_TERMS]


def _make_tokenizer(folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import jieba
    # Without a folder to write to it works as well, only slower at the next start.
    jieba.setLogLevel(logging.CRITICAL)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    tokenizer = jieba.Tokenizer()
    tokenizer.tmp_dir = str(folder)
    tokenizer.initialize()
    return tokenizer
