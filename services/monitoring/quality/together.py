"""Several fields of one source together (pure): a redesign hits several at once, and each alone may be too little to tell."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log
from typing import Final

LEAST_P: Final = 1e-12
# How much fields of one page go together: those of a page that failed are all missing.
CORRELATION: Final = 0.1


def probability(tails: Sequence[float], correlation: float = CORRELATION) -> float:
    """P(fields as low as these together by chance): the sum of -ln p, whose distribution is a gamma widened by the correlation."""
    count = len(tails)
    if not count:
        return 1.0
    said = sum(-log(max(p, LEAST_P)) for p in tails)
    variance = count + count * (count - 1) * correlation
    return upper_gamma(count * count / variance, said * count / variance)


def upper_gamma(shape: float, x: float) -> float:
    """The upper tail of a gamma distribution of scale 1."""
    if x <= 0:
        return 1.0
    front = exp(shape * log(x) - x - lgamma(shape))
    return 1 - front * _series(shape, x) if x < shape + 1 else front * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    for n in range(1, 500):
        term *= x / (shape + n)
        total += term
        if term < total * 1e-12:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """The continued fraction of the upper tail, evaluated forwards (Lentz)."""
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    h = d
    for n in range(1, 500):
        a = -n * (n - shape)
        b += 2
        d = 1 / (a * d + b or 1e-300)
        c = b + a / c or 1e-300
        h *= c * d
        if abs(c * d - 1) < 1e-12:
            break
    return h
