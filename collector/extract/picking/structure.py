"""CSS selectors of an element, by what it and those around it are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborNode

from collector.extract.picking.tokens import Compound, compounds
from collector.extract.picking.tree import Numbered, ancestors

TRIES: Final = 400
ANCESTORS: Final = 12
LONGEST: Final = 200
_STEP: Final = 0.95
_POSITION: Final = 0.4


def structural(clicked: Numbered, chain: list[LexborNode], negatives: frozenset[int] = frozenset()) -> list[Compound]:
    """Selectors whose first match is in the chain and which match nothing outside it, the likeliest to last first.

    Where there is none, those that find it first among others; where there is none of these either, one by position.
    """
    wanted = {clicked.number(node) for node in chain}
    alone, first = list[Compound](), list[Compound]()
    for tried, one in enumerate(_tries(chain)):
        if tried >= TRIES:
            break
        found = clicked.css(one.css)
        if not found or found[0] not in wanted or negatives & set(found):
            continue
        (alone if set(found) <= wanted else first).append(one)
    best = alone or first or _by_position(clicked, chain, wanted)
    return sorted(best, key=lambda one: (-one.survival * one.alone, len(one.css), one.css))


def _tries(chain: list[LexborNode]) -> Iterator[Compound]:
    """Targets by themselves, then below an ancestor."""
    targets = [one for node in chain for one in compounds(node)]
    yield from targets
    for node in chain:
        below = compounds(node, 4)
        for above in list(ancestors(chain[0]))[:ANCESTORS]:
            for anchor in compounds(above, 4):
                if anchor.alone >= 0.6:
                    yield from (_under(anchor, target) for target in below)


def _under(anchor: Compound, target: Compound) -> Compound:
    alone = 1 - (1 - anchor.alone) * (1 - target.alone)
    survival = anchor.survival * target.survival * _STEP
    return Compound(f"{anchor.css} {target.css}", survival, alone, anchor.words | target.words)


def _by_position(clicked: Numbered, chain: list[LexborNode], wanted: set[int]) -> list[Compound]:
    """Two steps by position at most, below the nearest ancestor that has a selector of its own."""
    steps: list[str] = []
    for node in (chain[0], *ancestors(chain[0])):
        if steps and (anchors := [one for one in compounds(node) if clicked.css(one.css) == [clicked.number(node)]]):
            css = " > ".join([anchors[0].css, *steps])
            if len(css) <= LONGEST and wanted >= set(clicked.css(css)) != set():
                return [Compound(css, anchors[0].survival * _POSITION ** len(steps), 0.6, anchors[0].words)]
        if len(steps) == 2:
            return []
        steps.insert(0, f"{node.tag}:nth-of-type({_position(node)})")
    return []


def _position(node: LexborNode) -> int:
    count, before = 1, node.prev
    while before is not None:
        count += before.tag == node.tag
        before = before.prev
    return count
