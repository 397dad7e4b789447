"""Choosing among candidates by learnt weights of plain features, with how sure the choice is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Candidate:
    """One possible value of a field: the rule that found it first, and the names of all that speaks for or against it."""

    value: Any
    path: str
    features: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its probability among all candidates of the page (0 to 1)."""

    candidate: Candidate
    probability: float


def ranked(candidates: Sequence[Candidate], weights: Mapping[str, float]) -> list[Ranked]:
    """All candidates, the likeliest first; of equal ones the earlier stays in front."""
    if not candidates:
        return []
    scores = [math.fsum(weights.get(name, 0.0) for name in sorted(one.features)) for one in candidates]
    top = max(scores)
    shares = [math.exp(max(score - top, -700.0)) for score in scores]
    whole = math.fsum(shares)
    order = sorted(range(len(candidates)), key=lambda index: -scores[index])
    return [Ranked(candidates[index], shares[index] / whole) for index in order]
