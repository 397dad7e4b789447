"""Is a share lower than it used to be, or only by chance? (pure)

The days before give the expected share and how much days differ from each other; a beta-binomial distribution made of both gives the
probability of a count as low as today's. Days differ more than coins do, so a plain binomial test would alarm at large counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log10

LEAST_SPREAD = 0.002
MOST_SPREAD = 0.5
# More trials than this say nothing new: the difference between days outweighs chance by far.
_TRIALS_MAX = 2000

Count = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`share` now against `mean` before; `p` is the probability of a share as low as this if nothing had changed."""

    share: float
    mean: float
    p: float

    @property
    def drop(self) -> float:
        return self.mean - self.share


def judge(now: Count, before: Sequence[Count]) -> Verdict:
    """Each count is (successes, trials); both `now` and `before` need trials."""
    successes, trials = now
    total = sum(n for _, n in before)
    mean = (sum(k for k, _ in before) + 0.5) / (total + 1)
    spread = min(spread_of(before, mean) + (1 - spread_of(before, mean)) / (total + 1), MOST_SPREAD)
    return Verdict(successes / trials, mean, lower_tail(successes, trials, mean, spread))


def spread_of(days: Sequence[Count], mean: float) -> float:
    """How much the shares of days differ beyond chance (intra-class correlation, 0 to 1), by moments."""
    used = [(k, n) for k, n in days if n > 0]
    total = sum(n for _, n in used)
    if len(used) < 2 or not 0 < mean < 1:
        return LEAST_SPREAD
    observed = sum(n * (k / n - mean) ** 2 for k, n in used)
    chance = mean * (1 - mean) * (len(used) - 1)
    weight = mean * (1 - mean) * (total - sum(n * n for _, n in used) / total - (len(used) - 1))
    found = (observed - chance) / weight if weight > 0 else 0.0
    return min(max(found, LEAST_SPREAD), MOST_SPREAD)


def lower_tail(successes: int, trials: int, mean: float, spread: float) -> float:
    """P(at most `successes` of `trials`) of the beta-binomial with this mean and intra-class correlation `spread` (0 < both < 1)."""
    if trials > _TRIALS_MAX:
        successes, trials = successes * _TRIALS_MAX // trials, _TRIALS_MAX
    strength = 1 / spread - 1
    a, b = mean * strength, (1 - mean) * strength
    fixed = lgamma(trials + 1) + lgamma(a + b) - lgamma(a) - lgamma(b) - lgamma(trials + a + b)
    terms = (
        exp(fixed + lgamma(k + a) + lgamma(trials - k + b) - lgamma(k + 1) - lgamma(trials - k + 1))
        for k in range(successes + 1)
    )
    return min(sum(terms), 1.0)


def surprise(p: float) -> float:
    """-log10 of a probability, at most 99: reads better than 1e-7."""
    return min(-log10(max(p, 1e-99)), 99.0)
