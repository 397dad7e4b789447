"""What others do with the same counts: a share of the mean, three sigma, a constant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import mean, stdev

Days = Sequence[tuple[int, int]]
Rule = Callable[[Days], list[bool]]


def bare(days: Days) -> list[bool]:
    """10 % under the mean of the last 10 days."""
    return _against(days, 10, lambda now, before: now < 0.9 * mean(before))


def three_sigma(days: Days) -> list[bool]:
    """Three standard deviations under the mean of the last 14 days."""
    return _against(days, 14, lambda now, before: len(before) > 1 and now < mean(before) - 3 * stdev(before))


def constant(days: Days) -> list[bool]:
    """A fixed coverage as a person sets it: 5 points under what the first four weeks showed."""
    seen = sum(n for _, n in days[:28])
    limit = sum(k for k, _ in days[:28]) / max(seen, 1) - 0.05
    return [n > 0 and k / n < limit for k, n in days]


RULES: dict[str, Rule] = {"bare 10 %": bare, "3 sigma": three_sigma, "constant": constant}


def _against(days: Days, window: int, low: Callable[[float, list[float]], bool]) -> list[bool]:
    out = []
    for at, (k, n) in enumerate(days):
        before = [ok / seen for ok, seen in days[max(at - window, 0) : at] if seen]
        out.append(bool(n and before and at >= window and low(k / n, before)))
    return out
