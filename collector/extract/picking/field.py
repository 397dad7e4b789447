"""One field from one click: the selectors that find it, each with what speaks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborNode

from collector.extract.page import Page
from collector.extract.picking.data import data_selectors, label_selectors
from collector.extract.picking.evidence import Evidence, evidence_of
from collector.extract.picking.structure import structural
from collector.extract.picking.tokens import Compound
from collector.extract.picking.tree import Numbered, equal_text_chain, text_of

CHECKED: Final = 10
SHOWN_PER_KIND: Final = 2
STRONG, FAIR = 70, 45


@dataclass(frozen=True, slots=True)
class Candidate:
    """`kind`: structure, data or label. `value` is what it finds on the page that was clicked. `score` is 0 to 100; see `evidence`."""

    selector: str
    kind: str
    value: str
    score: int
    evidence: Evidence

    @property
    def strength(self) -> str:
        return "strong" if self.score >= STRONG else "fair" if self.score >= FAIR else "weak"


@dataclass(frozen=True, slots=True)
class Picked:
    """`chain` are the numbers of all elements that show the text that was clicked, outermost first."""

    number: int
    text: str
    chain: tuple[int, ...]
    candidates: tuple[Candidate, ...]


def pick(
    clicked: Numbered, number: int, *, negatives: Sequence[int] = (), others: Sequence[Page] = (), most: int = 5
) -> Picked | None:
    """The best selectors, different kinds first. None for a number that the page does not have.

    `negatives` are elements that no selector may match, `others` further pages of the same kind, for evidence.
    """
    node = clicked.node(number)
    if node is None:
        return None
    chain = equal_text_chain(node)
    found = [*_structure(clicked, chain, frozenset(negatives), others), *_elsewhere(clicked, node, others)]
    numbers = tuple(clicked.number(one) for one in chain)
    return Picked(number, text_of(node), numbers, tuple(_mixed(found, most)))


def _structure(
    clicked: Numbered, chain: list[LexborNode], negatives: frozenset[int], others: Sequence[Page]
) -> list[Candidate]:
    best = _apart(structural(clicked, chain, negatives))[:CHECKED]
    return _ranked(
        [_candidate(f"css:{one.css}", "structure", one.survival, one.alone, clicked, others) for one in best]
    )


def _apart(found: list[Compound]) -> list[Compound]:
    """Without those that hold on to all that a better one holds on to, and more: they fail with it."""
    kept: list[Compound] = []
    for one in found:
        if not any(better.words <= one.words for better in kept):
            kept.append(one)
    return kept


def _elsewhere(clicked: Numbered, node: LexborNode, others: Sequence[Page]) -> list[Candidate]:
    text = text_of(node)
    data = [_candidate(one, "data", 0.9, 0.9, clicked, others) for one in data_selectors(clicked.page, node, text)]
    label = [_candidate(one, "label", 0.85, 0.8, clicked, others) for one in label_selectors(clicked.page, node)]
    return [*_ranked(data), *_ranked([one for one in label if one.value])]


def _candidate(
    selector: str, kind: str, survival: float, alone: float, clicked: Numbered, others: Sequence[Page]
) -> Candidate:
    evidence, value = evidence_of(selector, clicked.page, others)
    share = evidence.lower_bound if evidence.pages >= 3 else alone
    return Candidate(selector, kind, value, round(100 * survival * share), evidence)


def _ranked(found: list[Candidate]) -> list[Candidate]:
    return sorted(found, key=lambda one: (-one.score, len(one.selector), one.selector))


def _mixed(found: list[Candidate], most: int) -> list[Candidate]:
    """At most SHOWN_PER_KIND of a kind before all kinds were heard; fallbacks of one kind fail together."""
    counts: dict[str, int] = {}
    first, rest = list[Candidate](), list[Candidate]()
    for one in _ranked(found):
        counts[one.kind] = counts.get(one.kind, 0) + 1
        (first if counts[one.kind] <= SHOWN_PER_KIND else rest).append(one)
    return [*first, *rest][:most]
