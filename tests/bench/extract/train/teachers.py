"""What a model can be taught by on pages whose main text nobody labelled: where both slow extractors agree."""

from __future__ import annotations

from collector.extract.content.second import alike, readability_text, shingles_of, trafilatura_text
from collector.extract.page import Page

_ENOUGH = 200
_SHARE = 0.85


def agreed_text(page: Page) -> str:
    """The text that both extractors find, or "" where they differ."""
    first, other = trafilatura_text(page.html), readability_text(page.html)
    if min(len(first), len(other)) < _ENOUGH or alike(shingles_of(first), shingles_of(other)) < _SHARE:
        return ""
    return first
