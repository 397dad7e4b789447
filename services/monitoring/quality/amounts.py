"""Has the number of links on a list shrunk, or is it a day like others? (pure)

Counts of a day follow a negative binomial: its mean is what lists usually hold, its dispersion what days differ by.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log, log1p
from typing import Final

from services.monitoring.quality.series import KEPT_DAYS, Cause, Day, Found, Norm

LEAST_DISPERSION: Final = 0.005
DOWN_P: Final = 1e-4
# Lists breathe; a fall of less than this is never news.
SHRINK: Final = 0.3
DAYS: Final = 5
# More than this many terms say nothing new: the dispersion outweighs them.
_MOST: Final = 5000


def norm_of(days: Sequence[Day], day: int) -> Norm | None:
    """`ok` links on `seen` lists; `spread` is the dispersion: variance = mean + spread × mean²."""
    recent = [one for one in days if day - KEPT_DAYS <= one.day < day and one.seen]
    used = [one for one in recent if one.clean] or recent
    if len(used) < DAYS:
        return None
    ok, seen = sum(one.ok for one in used), sum(one.seen for one in used)
    rate = ok / seen
    means = [rate * one.seen for one in used]
    # By moments: what days differ by beyond what counts of this size differ by anyway.
    above = sum((one.ok - m) ** 2 - m for one, m in zip(used, means, strict=True))
    squares = sum(m * m for m in means)
    return Norm(ok, seen, max(above / squares if squares else 0.0, LEAST_DISPERSION), len(used))


def judged(norm: Norm | None, links: int, lists: int) -> Found | None:
    """`share` and `mean` are links a list. None where too little is known, or zero would be ordinary."""
    if norm is None or not lists or not norm.ok:
        return None
    mean, now = norm.ok / norm.seen, links / lists
    expected = mean * lists
    dispersion = norm.spread + 1 / max(norm.ok, 1)
    p = lower_tail(links, expected, dispersion) if now < (1 - SHRINK) * mean else 1.0
    shrunk = p < DOWN_P
    cause = (Cause.GONE if not links else Cause.SHRUNK) if shrunk else Cause.NONE
    return Found(cause, now, mean, p, 0.0, False, not shrunk)


def lower_tail(count: int, mean: float, dispersion: float) -> float:
    """P(at most `count`) of a negative binomial; zero has (1 + dispersion × mean)^(-1/dispersion)."""
    if count > _MOST:
        scale = _MOST / count
        count, mean = _MOST, mean * scale
    size = 1 / dispersion
    success = log(size / (size + mean))
    failure = log(mean) - log(size + mean)
    terms = (lgamma(k + size) - lgamma(size) - lgamma(k + 1) + size * success + k * failure for k in range(count + 1))
    return min(sum(map(exp, terms)), 1.0)


def zero(mean: float, dispersion: float) -> float:
    """P(0); of a Poisson where nothing is dispersed."""
    return exp(-log1p(dispersion * mean) / dispersion) if dispersion > 0 else exp(-mean)
