"""Is a share lower than it used to be, or only by chance? (pure)

The days before give the expected share and how much days differ from each other; a beta-binomial distribution made of both gives the
probability of a count as low as today's. Days differ more than coins do, so a plain binomial test would alarm at large counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log10

LEAST_SPREAD = 0.002
MOST_SPREAD = 0.5
# What days differ by where too few of them are known to say; known ones are drawn half-way to it.
USUAL_SPREAD = 0.01
# More trials than this say nothing new: the difference between days outweighs chance by far.
_TRIALS_MAX = 2000
_NOTHING = 1e-12

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
    return Verdict(successes / trials, mean, tail_of(successes, trials, mean, spread_of(before, mean), total))


def tail_of(successes: int, trials: int, mean: float, spread: float, known: int) -> float:
    """As `lower_tail`, with the doubt about a mean of `known` trials added to what days differ by."""
    return lower_tail(successes, trials, mean, min(spread + (1 - spread) / (known + 1), MOST_SPREAD))


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
    if successes >= mean * trials:
        # Fewer terms from the other side, where the ratio of neighbours also falls.
        return max(1.0 - _summed(trials - successes - 1, trials, b, a), 0.0)
    return min(_summed(successes, trials, a, b), 1.0)


def _summed(most: int, trials: int, a: float, b: float) -> float:
    """P(at most `most`), each term from the one above it, until they no longer matter."""
    if most < 0:
        return 0.0
    fixed = lgamma(trials + 1) + lgamma(a + b) - lgamma(a) - lgamma(b) - lgamma(trials + a + b)
    own = lgamma(most + a) + lgamma(trials - most + b) - lgamma(most + 1) - lgamma(trials - most + 1)
    term = total = exp(fixed + own)
    for k in range(most, 0, -1):
        # Where the distribution rises towards its end (a < 1), small terms do not mean that the rest is small.
        term *= k * (trials - k + b) / ((trials - k + 1) * (k - 1 + a))
        total += term
        if term < total * _NOTHING and a >= 1:
            break
    return total


def drift_step(successes: int, trials: int, mean: float, spread: float, shift: float) -> float:
    """What a day adds to the evidence (log likelihood ratio) that the share has fallen by `shift` or three times the ordinary difference of
    days, whichever is more; deflated, because the pages of a day go together."""
    before = min(max(mean, 0.02), 0.995)
    ordinary = 3 * (before * (1 - before) * spread) ** 0.5
    after = min(max(before - max(shift, ordinary), 0.01), before - 0.01)
    ratio = successes * log(after / before) + (trials - successes) * log((1 - after) / (1 - before))
    return ratio / (1 + max(trials - 1, 0) * spread)


def surprise(p: float) -> float:
    """-log10 of a probability, at most 99: reads better than 1e-7."""
    return min(-log10(max(p, 1e-99)), 99.0)
