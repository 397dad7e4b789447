"""How alike two texts are: shingles of four tokens, counted, as the article-extraction benchmark defines it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

_CHARS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f"
TOKEN = re.compile(rf"[{_CHARS}]|[^\W{_CHARS}]+")

Shingles = Counter[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Score:
    """Precision and recall of one page's text."""

    precision: float
    recall: float


def shingles(text: str) -> Shingles:
    """The 4-token runs of a text; a shorter text is one run. An ideograph, kana, hangul or Thai character is a token."""
    tokens = TOKEN.findall(text)
    if 0 < len(tokens) < 4:
        return Counter([tuple(tokens)])
    return Counter(zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False))


def score(truth: str | Shingles, answer: str) -> Score:
    """Of an answer against the truth; empty against empty is right."""
    wanted = shingles(truth) if isinstance(truth, str) else truth
    given = shingles(answer)
    both = (wanted & given).total()
    if not wanted and not given:
        return Score(1.0, 1.0)
    return Score(both / given.total() if given else 0.0, both / wanted.total() if wanted else 0.0)


def f1(scores: Iterable[Score]) -> tuple[float, float, float]:
    """(F1, precision, recall) of a set: the harmonic mean of the two means over its pages."""
    listed = list(scores)
    if not listed:
        return 0.0, 0.0, 0.0
    precision = sum(page.precision for page in listed) / len(listed)
    recall = sum(page.recall for page in listed) / len(listed)
    total = precision + recall
    return (2 * precision * recall / total if total else 0.0), precision, recall
