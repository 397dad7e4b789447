"""All shares of one template of one source judged together (pure)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from services.monitoring.base import State
from services.monitoring.quality import amounts, detect, together
from services.monitoring.quality.memory import AMOUNT, FLAG
from services.monitoring.quality.series import Cause, Found, Limits, Norm, Ready, judged

TOGETHER_P: Final = 1e-4
# Fewer pages say nothing about a field, even together with others.
TOGETHER_SEEN: Final = 5
Today = Mapping[str, tuple[int, int]]
LimitsOf = Callable[[str], Limits]


class Judgement(Struct, frozen=True):
    """`found` holds what could be judged; `bad` the names that alarm; `combined` is the probability of all fields together, 1 where their
    fall is too small to ask. `settled`: enough was seen to say that all is well."""

    found: dict[str, Found]
    bad: tuple[str, ...]
    combined: float
    settled: bool

    @property
    def state(self) -> State:
        if any(self.found[name].cause is Cause.GONE or _halved(self.found[name]) for name in self.bad):
            return State.DOWN
        if self.bad or self.combined < TOGETHER_P:
            return State.WARN
        return State.OK if self.settled else State.UNKNOWN


def judge(day: int, today: Today, known: Mapping[str, Ready], limits_of: LimitsOf) -> Judgement:
    """`day` is the ordinal of today."""
    found: dict[str, Found] = {}
    enough: list[bool] = []
    low: list[tuple[Norm, int, int]] = []
    for name, before in known.items():
        norm, limits = before.norm(day), limits_of(name)
        ok, seen = today.get(name, (0, 0))
        if name.startswith(FLAG):
            continue
        one = amounts.judged(norm, ok, seen) if name == AMOUNT else judged(norm, before, ok, seen, limits)
        if one is None or norm is None:
            continue
        found[name] = one
        if name == AMOUNT:
            continue
        enough.append(seen >= limits.samples or _slow(norm, seen, one, limits))
        if seen >= TOGETHER_SEEN:
            low.append((norm, ok, seen))
    bad = tuple(name for name, one in found.items() if one.cause)
    return Judgement(found, bad, _together(low, limits_of("").drop), bool(enough) and all(enough))


def _slow(norm: Norm, seen: int, found: Found, limits: Limits) -> bool:
    """A source that never has many pages a day is well when the few there are look as usual."""
    return norm.seen < limits.samples * norm.days and seen >= limits.few and found.mean - found.share < limits.drop


def _together(low: list[tuple[Norm, int, int]], drop: float) -> float:
    if not low or sum(max(norm.mean - ok / seen, 0.0) for norm, ok, seen in low) < drop * len(low):
        return 1.0
    return together.probability([_middle(*one) for one in low])


def _middle(norm: Norm, ok: int, seen: int) -> float:
    """The probability of fewer and half of that of just as many: uniform enough to be added up."""
    at_most = detect.tail_of(ok, seen, norm.mean, norm.spread, norm.seen)
    fewer = detect.tail_of(ok - 1, seen, norm.mean, norm.spread, norm.seen) if ok else 0.0
    return (at_most + fewer) / 2


def _halved(found: Found) -> bool:
    return bool(found.cause) and found.share < found.mean / 2
