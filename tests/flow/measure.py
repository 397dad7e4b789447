"""How right an answer is: folded titles, calendar days, four-token shingles."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

SHINGLE = 4
_SINGLE = "\u2e80-\u2fff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u0e00-\u0e7f\U00020000-\U0003ffff"
_TOKEN = re.compile(rf"[{_SINGLE}]|[^\W{_SINGLE}]+")
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")


@dataclass(frozen=True, slots=True)
class Overlap:
    """Shares of the tokens' shingles of one page: right, given but wrong, missed; they add up to 1."""

    right: float
    wrong: float
    missed: float


def folded(text: str) -> str:
    """Letters and digits only, after NFKC and case folding."""
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())


def day(moment: str) -> str | None:
    """The calendar day as written (no zone conversion), YYYY-MM-DD; None where there is none."""
    match = _DAY.match(moment.strip())
    return f"{match[1]}-{int(match[2]):02d}-{int(match[3]):02d}" if match else None


def overlap(truth: str, answer: str) -> Overlap:
    """Multisets of four-token shingles; a short text is one shingle."""
    wanted, given = _shingles(truth), _shingles(answer)
    right = sum((wanted & given).values())
    wrong, missed = sum(given.values()) - right, sum(wanted.values()) - right
    total = right + wrong + missed
    return Overlap(right / total, wrong / total, missed / total) if total else Overlap(1.0, 0.0, 0.0)


def f1(pages: list[Overlap]) -> float:
    """F1 of the mean precision and the mean recall over pages, 0.0 to 1.0."""
    if not pages:
        return 0.0
    precision = sum(_share(page.right, page.wrong) for page in pages) / len(pages)
    recall = sum(_share(page.right, page.missed) for page in pages) / len(pages)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def contains(text: str, snippet: str) -> bool:
    """Whether a text holds a snippet, whatever the spaces and the punctuation."""
    return folded(snippet) in folded(text)


def _share(right: float, other: float) -> float:
    return right / (right + other) if right + other else 0.0


def _shingles(text: str) -> Counter[tuple[str, ...]]:
    tokens = _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())
    if len(tokens) <= SHINGLE:
        return Counter([tuple(tokens)] if tokens else [])
    return Counter(tuple(tokens[place : place + SHINGLE]) for place in range(len(tokens) - SHINGLE + 1))
