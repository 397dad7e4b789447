"""Marks what a query matched, in the stored text and nothing else: exactly the matched characters, fields without a match unchanged."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import regex

from kit.adapters.search.query import Term
from kit.adapters.search.text import FOLDING, MAX_TOKEN, PAIRED, fold, is_paired
from kit.ports.index import MARK_CLOSE, MARK_OPEN

Span = tuple[int, int]

SNIPPET_CHARACTERS = 120
SNIPPETS = 3
LEAD_CHARACTERS = 40
LOOKED_AT_CHARACTERS = 200_000
MAX_SPANS = 1000
_WORD = rf"[[^\W_]--[{PAIRED}]]"
_EDGE_STEPS = 20
_NO_MARKS = {ord(MARK_OPEN): None, ord(MARK_CLOSE): None}


class Highlighter:
    def __init__(self, terms: Sequence[Term]) -> None:
        self._patterns = [_pattern(term) for term in terms]

    def whole(self, text: str) -> str:
        """The text with its matches marked."""
        text = text.translate(_NO_MARKS)
        return _mark(text, _merge(self._spans(text)), 0, len(text))

    def snippets(self, text: str) -> tuple[str, ...]:
        """The beginning, then up to SNIPPETS stretches around matches, in order; the whole text when it is short."""
        text = text.translate(_NO_MARKS)
        if len(text) <= 2 * SNIPPET_CHARACTERS:
            return (self.whole(text),) if text else ()
        spans = self._spans(text)
        merged = _merge(spans)
        windows = _windows(text, spans)
        return tuple(_mark(text, merged, start, end) for start, end in windows)

    def _spans(self, text: str) -> list[Span]:
        """Matches; first the first match of each term, then the second of each, and so on."""
        if not self._patterns:
            return []
        text = text[:LOOKED_AT_CHARACTERS]
        folded, origin = _fold_with_origin(text)
        ranked = []
        for pattern in self._patterns:
            for place, match in zip(range(MAX_SPANS), pattern.finditer(folded), strict=False):
                ranked.append((place, _original(text, origin, match.start(), match.end())))
        return [span for _, span in sorted(ranked)]


@lru_cache(maxsize=256)
def _pattern(term: Term) -> regex.Pattern[str]:
    """Finds the term's runs in folded text. Matches what the index matches: words whole, paired runs anywhere."""
    pieces: list[str] = []
    for before, run in zip(("", *term.runs), term.runs, strict=False):
        if before:
            # Between two runs of one kind something must separate them, else they would be one run.
            pieces.append(rf"[\W_]{{{int(is_paired(before) == is_paired(run))},40}}")
        pieces.append(regex.escape(run) if is_paired(run) else _word(run))
    return regex.compile("".join(pieces), regex.V1)


def _word(run: str) -> str:
    end = "" if len(run) > MAX_TOKEN else f"(?!{_WORD})"
    return f"(?<!{_WORD}){regex.escape(run[:MAX_TOKEN])}{end}"


def _fold_with_origin(text: str) -> tuple[str, list[int] | None]:
    """Folded text, and for each of its characters the place in `text` (None: the same place)."""
    if all(len(FOLDING[ord(character)]) == 1 for character in set(text)):
        return fold(text), None
    parts = [FOLDING[ord(character)] for character in text]
    origin = [place for place, part in enumerate(parts) for _ in part]
    return "".join(parts), origin


def _original(text: str, origin: list[int] | None, start: int, end: int) -> Span:
    if origin is not None:
        start, end = origin[start], origin[end - 1] + 1
    while end < len(text) and unicodedata.category(text[end]) in ("Mn", "Me"):
        end += 1
    return start, end


def _merge(spans: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _windows(text: str, spans: Sequence[Span]) -> list[Span]:
    taken: list[Span] = [(0, _edge(text, SNIPPET_CHARACTERS))]
    for start, end in spans:
        if len(taken) > SNIPPETS:
            break
        if not any(first < end and start < last for first, last in taken):
            taken.append(_window(text, start, end, taken))
    return sorted(taken)


def _window(text: str, start: int, end: int, taken: Sequence[Span]) -> Span:
    """About SNIPPET_CHARACTERS around a match, not reaching into its neighbours."""
    before = max((last for _, last in taken if last <= start), default=0)
    after = min((first for first, _ in taken if first >= end), default=len(text))
    first = max(before, _edge(text, max(start - LEAD_CHARACTERS, 0)))
    last = _edge(text, min(max(end, first + SNIPPET_CHARACTERS), len(text)))
    return first, min(max(end, last), after)


def _edge(text: str, place: int) -> int:
    """The next place to the left that is not inside a word or a composed character."""
    for candidate in range(place, max(place - _EDGE_STEPS, 0), -1):
        if candidate >= len(text) or not _joined(text[candidate - 1], text[candidate]):
            return candidate
    return place if place > _EDGE_STEPS else 0


def _joined(before: str, after: str) -> bool:
    if unicodedata.category(after) in ("Mn", "Me", "Mc", "Cf", "Sk") or before == "\u200d":
        return True
    return before.isalnum() and after.isalnum() and not (is_paired(before) or is_paired(after))


def _mark(text: str, spans: Sequence[Span], first: int, last: int) -> str:
    pieces: list[str] = []
    place = first
    for start, end in spans:
        start, end = max(start, first), min(end, last)
        if start < end:
            pieces += [text[place:start], MARK_OPEN, text[start:end], MARK_CLOSE]
            place = end
    return "".join([*pieces, text[place:last]])
