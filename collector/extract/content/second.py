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

# A lower bar looked better only on pages that the model had been trained on.
_SURE = 0.75
_MAX_CHARS = 2_000_000
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
        "fallback:trafilatura": trafilatura_text(page.html),
        "fallback:readability": readability_text(page.html),
    }
    given = {name: answer for name, answer in answers.items() if answer}
    if not given:
        return text, path, confidence
    best, agreement = _medoid(given)
    return given[best], best, round(max(confidence, agreement), 3)


def _medoid(answers: dict[str, str]) -> tuple[str, float]:
    shingles = {name: shingles_of(text) for name, text in answers.items()}
    likeness = {
        name: sum(alike(mine, other) for key, other in shingles.items() if key != name) / max(1, len(shingles) - 1)
        for name, mine in shingles.items()
    }
    best = max(likeness, key=likeness.__getitem__)
    return best, likeness[best]


def shingles_of(text: str) -> _Shingles:
    """The 4-token runs of a text; a shorter text is one run."""
    tokens = _TOKEN.findall(text)
    return Counter(zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)) or Counter([tuple(tokens)])


def alike(left: _Shingles, right: _Shingles) -> float:
    """Share of shingles that two texts have in common, 0 to 1."""
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else 0.0


def trafilatura_text(html: str) -> str:
    """The main text by trafilatura, "" where it finds none or fails."""
    try:
        return trafilatura.extract(html, favor_precision=True, include_comments=False, fast=True) or ""
    except (ValueError, TypeError, AttributeError, etree.LxmlError, RecursionError):
        return ""


def readability_text(html: str) -> str:
    """The main text by readability, "" where it finds none or fails."""
    try:
        return html_to_text(Document(html).summary(html_partial=True))
    except (Unparseable, ValueError, TypeError, AttributeError, etree.LxmlError, RecursionError):
        return ""
