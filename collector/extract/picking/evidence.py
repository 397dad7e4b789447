"""What a selector finds on other pages of its kind, by the extraction that will use it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from selectolax.lexbor import LexborNode

from collector.extract.page import Page
from collector.extract.picking.tree import text_of
from collector.extract.templates.scope import Scope
from collector.extract.templates.selectors import compile_selector
from collector.extract.text import collapse

_Z: Final = 1.64
LONGEST: Final = 300


@dataclass(frozen=True, slots=True)
class Evidence:
    """Of `pages`, the clicked one included: one value on `one`, several on `several`, none on `none`."""

    pages: int
    one: int
    several: int
    none: int

    @property
    def lower_bound(self) -> float:
        """Of the share of pages with exactly one value: Wilson's score interval at 95 %, one-sided (Wilson 1927)."""
        n, share = self.pages, self.one / self.pages
        centre = share + _Z * _Z / (2 * n)
        spread = _Z * math.sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n))
        return (centre - spread) / (1 + _Z * _Z / n)


def evidence_of(selector: str, clicked: Page, others: Sequence[Page]) -> tuple[Evidence, str]:
    """And what it finds first on the clicked page."""
    found = [values_of(selector, page) for page in (clicked, *others)]
    one, several = sum(len(values) == 1 for values in found), sum(len(values) > 1 for values in found)
    return Evidence(len(found), one, several, len(found) - one - several), next(iter(found[0]), "")


def values_of(selector: str, page: Page) -> list[str]:
    """Texts, empty ones left out; nothing for a selector that fails on this page."""
    try:
        compiled = compile_selector(selector)
        hits = compiled.find(Scope(page))
    except ValueError:
        return []
    texts = (_text(hit, compiled.take) for hit in hits)
    return [text[:LONGEST] for text in texts if text]


def _text(hit: Any, take: str) -> str:
    if isinstance(hit, LexborNode):
        name = take.removeprefix("attr:") if take.startswith("attr:") else ""
        return collapse(hit.attributes.get(name) or "") if name else text_of(hit)
    if hasattr(hit, "itertext"):
        return collapse("".join(hit.itertext()))
    return collapse(str(hit))
