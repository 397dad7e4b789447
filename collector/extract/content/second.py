"""A second and third extractor for pages on which the own one is unsure; the answer most like the others is taken."""

from __future__ import annotations

import re
from collections import Counter

import trafilatura
from lxml import etree
from readability import Document
from readability.readability import Unparseable

from collector.extract.page import Page
from collector.extract.text import html_to_text

_SURE = 0.55
_MAX_CHARS = 2_000_000
_ENOUGH = 200
# Both need time quadratic in the number of elements on some pages.
_MAX_TAGS = 30_000
_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]+"
)
_Shingles = Counter[tuple[str, ...]]


def second_opinion(page: Page, text: str, path: str, confidence: float) -> tuple[str, str, float]:
    """(text, path, confidence) after asking trafilatura and readability, if the own answer is not sure of itself."""
    if confidence >= _SURE or len(page.html) > _MAX_CHARS or page.html.count("<") > _MAX_TAGS:
        return text, path, confidence
    answers = {
        path: text,
        "fallback:trafilatura": _trafilatura(page.html),
        "fallback:readability": _readability(page.html),
    }
    given = {name: answer for name, answer in answers.items() if answer}
    if not given:
        return text, path, confidence
    best, agreement = _medoid(given)
    return given[best], best, round(max(confidence, agreement), 3)


def agreed_text(page: Page, share: float = 0.85) -> str:
    """The text that both slow extractors find, or "" where they differ: what a model can be taught by."""
    first, other = _trafilatura(page.html), _readability(page.html)
    if min(len(first), len(other)) < _ENOUGH or _alike(_shingles(first), _shingles(other)) < share:
        return ""
    return first


def _medoid(answers: dict[str, str]) -> tuple[str, float]:
    shingles = {name: _shingles(text) for name, text in answers.items()}
    likeness = {
        name: sum(_alike(mine, other) for key, other in shingles.items() if key != name) / max(1, len(shingles) - 1)
        for name, mine in shingles.items()
    }
    best = max(likeness, key=likeness.__getitem__)
    return best, likeness[best]


def _shingles(text: str) -> _Shingles:
    tokens = _TOKEN.findall(text)
    return Counter(zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)) or Counter([tuple(tokens)])


def _alike(left: _Shingles, right: _Shingles) -> float:
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else 0.0


def _trafilatura(html: str) -> str:
    try:
        return trafilatura.extract(html, favor_precision=True, include_comments=False, fast=True) or ""
    except (ValueError, TypeError, AttributeError, etree.LxmlError, RecursionError):
        return ""


def _readability(html: str) -> str:
    try:
        return html_to_text(Document(html).summary(html_partial=True))
    except (Unparseable, ValueError, TypeError, AttributeError, etree.LxmlError, RecursionError):
        return ""
