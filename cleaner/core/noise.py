"""Removing boilerplate lines before a text is hashed and judged; what is removed is kept beside it."""

import re
from typing import Final

from cleaner.core.noise_patterns import EDGE_PIECE, INLINE_CREDIT, LONG_NOISE_LINE, NOISE_LINE, RELATED_HEAD
from cleaner.core.noise_words import MENU_WORDS, SHARE_WORDS

MAX_NOISE_CHARS: Final = 420
_SHORT_CHARS: Final = 130
_BAR_CHARS: Final = 80
_EDGE_LINES: Final = 4
_RELATED_LINES: Final = 10
_RELATED_CHARS: Final = 70
_END_MARKS: Final = '。！？!?.…”"）)'
_SENTENCE_ENDS: Final = "。！？!?.,，；;"
_SEPARATORS: Final = re.compile(r"[ |/\\·•>»›<«,，、:：()（）\[\]【】_-]{1,8}")
_WORD_CHARACTER: Final = re.compile(r"\w")
_MIN_MENU_WORDS: Final = 2
_LEADING: Final = " |/·•>»›(（[【-"
_CLOSING: Final = (")", "）", "]", "】", "〕")
_CREDIT_WINDOW: Final = 240
_BAR_WORDS: Final = MENU_WORDS | SHARE_WORDS


def _all_in(line: str, words: frozenset[str]) -> int:
    lowered = line.lower()
    first = next(filter(None, _SEPARATORS.split(lowered, 2)), "")
    if first not in words and not _SEPARATORS.search(first):
        return 0
    parts = [part for part in _SEPARATORS.split(lowered) if part]
    return len(parts) if parts and words.issuperset(parts) else 0


def _is_noise_anywhere(line: str) -> bool:
    pattern = NOISE_LINE if len(line) <= _SHORT_CHARS else LONG_NOISE_LINE
    return pattern.fullmatch(line) is not None


def _is_share_bar(line: str) -> bool:
    return 1 < len(line) <= _BAR_CHARS and line[-1] not in _SENTENCE_ENDS and _all_in(line, SHARE_WORDS) > 0


def _is_about_the_article(line: str) -> bool:
    if EDGE_PIECE.match(line.lstrip(_LEADING)) is None:
        return False
    found = {match.lastgroup for match in EDGE_PIECE.finditer(line)}
    if found == {"date"}:
        return False
    rest = _SEPARATORS.split(EDGE_PIECE.sub(" ", line).lower())
    return not any(_WORD_CHARACTER.search(part) and part not in SHARE_WORDS for part in rest)


def _is_noise_at_edge(line: str) -> bool:
    if len(line) > _SHORT_CHARS:
        return False
    return _is_about_the_article(line) or _all_in(line, _BAR_WORDS) >= _MIN_MENU_WORDS


def _is_link_title(line: str) -> bool:
    return len(line) <= _RELATED_CHARS and line[-1] not in _END_MARKS


def _related_block(lines: list[str], head: int) -> range:
    followers = lines[head + 1 :]
    only_links = len(followers) <= _RELATED_LINES and all(_is_link_title(line) for line in followers)
    return range(head, len(lines)) if only_links else range(head, head + 1)


def _noise_places(lines: list[str]) -> set[int]:
    noise: set[int] = set()
    for place, line in enumerate(lines):
        if place in noise or len(line) > MAX_NOISE_CHARS or line.startswith("|"):
            continue
        at_edge = place < _EDGE_LINES or place >= len(lines) - _EDGE_LINES
        if (at_edge and _is_noise_at_edge(line)) or _is_share_bar(line) or _is_noise_anywhere(line):
            noise.add(place)
        elif len(line) <= _SHORT_CHARS and RELATED_HEAD.fullmatch(line):
            noise.update(_related_block(lines, place))
    return noise


def _cut_credit(line: str) -> tuple[str, str]:
    if not line.endswith(_CLOSING):
        return line, ""
    credit = INLINE_CREDIT.search(line[-_CREDIT_WINDOW:])
    if credit is None:
        return line, ""
    return line[: len(line) - len(credit.group())], credit.group().strip()


def remove_noise(lines: list[str]) -> tuple[list[str], list[str]]:
    """Splits non-empty lines into those of the text and the boilerplate, both in order.

    A credit in brackets behind the last sentence of a line is cut off and listed with the boilerplate.
    """
    noise = _noise_places(lines)
    kept: list[str] = []
    removed: list[str] = []
    for place, line in enumerate(lines):
        text, credit = ("", line) if place in noise else _cut_credit(line)
        kept += [text] if text else []
        removed += [credit] if credit else []
    return kept, removed
