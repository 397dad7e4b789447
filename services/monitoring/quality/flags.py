"""Has the mixture of quality flags changed? (pure) A G-test deflated by what days differ by, with an effect size."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, log2
from typing import Final

from msgspec import Struct

from services.monitoring.quality.series import Norm
from services.monitoring.quality.together import upper_gamma

WARN_P: Final = 1e-4
# Jensen-Shannon distance, 0 to 1: less is no news, however sure.
EFFECT: Final = 0.1
SAMPLES: Final = 50
_RARE: Final = 5.0
_NONE: Final = ""


class Drift(Struct, frozen=True):
    """`moved`: flag → (share now, share before) of those that moved most."""

    p: float
    distance: float
    moved: dict[str, tuple[float, float]]

    @property
    def alarming(self) -> bool:
        return self.p < WARN_P and self.distance >= EFFECT


def judge(today: Mapping[str, tuple[int, int]], norms: Mapping[str, Norm]) -> Drift | None:
    """Flag → (documents with it, documents); None where too few documents are known today or before."""
    seen = max((n for _, n in today.values()), default=0)
    if seen < SAMPLES or not norms or min(norm.seen for norm in norms.values()) < SAMPLES:
        return None
    pairs = {name: (today.get(name, (0, seen))[0], norm) for name, norm in norms.items()}
    common = {name: pair for name, pair in pairs.items() if max(pair[0], pair[1].mean * seen) >= _RARE}
    total = sum(_g(ok, seen, norm) for ok, norm in common.values())
    p = upper_gamma(len(common) / 2, total / 2) if common else 1.0
    shares = {name: (ok / seen, norm.mean) for name, (ok, norm) in pairs.items()}
    moved = dict(sorted(shares.items(), key=lambda item: -abs(item[1][0] - item[1][1]))[:5])
    return Drift(p, distance({n: s[0] for n, s in shares.items()}, {n: s[1] for n, s in shares.items()}), moved)


def distance(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """The Jensen-Shannon distance of two mixtures of flags, "no flag" being one of them."""
    first, second = _mixture(one), _mixture(other)
    total = 0.0
    for name in {**first, **second}:
        p, q = first.get(name, 0.0), second.get(name, 0.0)
        middle = (p + q) / 2
        total += sum(x * log2(x / middle) / 2 for x in (p, q) if x > 0)
    return float(max(total, 0.0) ** 0.5)


def _mixture(shares: Mapping[str, float]) -> dict[str, float]:
    none = 1.0
    for share in shares.values():
        none *= 1 - min(share, 1.0)
    whole = sum(shares.values()) + none
    return {name: share / whole for name, share in {**shares, _NONE: none}.items()} if whole else {}


def _g(ok: int, seen: int, norm: Norm) -> float:
    expected = min(max(norm.mean, 1e-6), 1 - 1e-6)
    cells = ((ok, seen * expected), (seen - ok, seen * (1 - expected)))
    raw = 2 * sum(o * log(o / e) for o, e in cells if o)
    # Documents of a day go together, and the shares before are themselves only estimated.
    return max(raw, 0.0) / ((1 + (seen - 1) * norm.spread) * (1 + seen / (norm.seen + 1)))
