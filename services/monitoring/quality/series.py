"""One share over days (pure): what it usually is, whether today is lower, and what is remembered for tomorrow.

A day that alarmed never enters what is usual, and neither does the day that is judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from services.monitoring.quality import detect

KEPT_DAYS = 28
USUAL_DAYS = 10
# Of weekends or of workdays alone only where there are enough of them.
_OWN_DAYS = 4


class Cause(StrEnum):
    """Why a share counts as fallen; the first that holds."""

    NONE = ""
    GONE = "gone"
    FALLEN = "fallen"
    DRIFTED = "drifted"
    LOW_TWICE = "low_twice"
    SHRUNK = "shrunk"


class Limits(Struct, frozen=True):
    """`down_p` and `warn_p`: probabilities below which a day alarms at once, or on the second day running. `drop`: least fall that matters.
    `samples`: fewer pages say nothing, except where nothing is found any more on `few` or more. `drift`: evidence at which a slow fall
    alarms (log likelihood ratio). Of shares below `poor` the probabilities must be a tenth of these, and half of the share gone."""

    down_p: float = 1e-4
    warn_p: float = 1e-3
    drop: float = 0.05
    samples: int = 20
    few: int = 5
    drift: float = 7.5
    shift: float = 0.1
    poor: float = 0.3


class Day(Struct, frozen=True, array_like=True):
    """A closed day; `day` is its ordinal. `clean`: it may be part of what is usual."""

    day: int
    ok: int
    seen: int
    clean: bool = True


class Norm(Struct, frozen=True, array_like=True):
    """What is usual: `ok` of `seen` on the days that count, and by how much days differ."""

    ok: int
    seen: int
    spread: float
    days: int

    @property
    def mean(self) -> float:
        return (self.ok + 0.5) / (self.seen + 1)

    @property
    def doubt(self) -> float:
        """The standard error of `mean`."""
        return float((self.mean * (1 - self.mean) * (self.spread / self.days + 1 / (self.seen + 1))) ** 0.5)


class Series(Struct, frozen=True, array_like=True):
    """`drift` is the evidence of a slow fall at the end of the last closed day, `low` whether that day was low without alarming."""

    days: tuple[Day, ...] = ()
    drift: float = 0.0
    low: bool = False


class Ready(Struct, frozen=True, array_like=True):
    """What judging needs of a series, small enough to be read for all of them every few minutes."""

    workday: Norm | None
    weekend: Norm | None
    drift: float
    low: bool

    def norm(self, day: int) -> Norm | None:
        return self.weekend if _weekend(day) else self.workday


class Found(Struct, frozen=True):
    """`cause` empty: nothing to tell. `p`: probability of a day as low by chance, 1 where the fall is too small to ask."""

    cause: Cause
    share: float
    mean: float
    p: float
    drift: float
    low: bool
    clean: bool


def norm_of(days: Sequence[Day], day: int) -> Norm | None:
    """What is usual for the ordinal `day`; None without any page before it."""
    recent = [one for one in days if day - KEPT_DAYS <= one.day < day and one.seen]
    clean = [one for one in recent if one.clean]
    if not clean and len(recent) < USUAL_DAYS:
        return None
    # What has alarmed for four weeks is the new usual: nobody means it to alarm for ever.
    chosen = clean or recent
    like = [one for one in chosen if _weekend(one.day) == _weekend(day)]
    used = like if len(like) >= _OWN_DAYS else chosen
    ok, seen = sum(one.ok for one in used), sum(one.seen for one in used)
    spread = _spread(chosen)
    # Few days underestimate how much days differ as often as they overestimate it; only the former makes false alarms.
    return Norm(ok, seen, max(spread, (spread + detect.USUAL_SPREAD) / 2), len(used))


def assess(norm: Norm, before: Series | Ready, ok: int, seen: int, limits: Limits) -> Found:
    """Today (so far) against what is usual; `before` as of the day before."""
    share, mean = ok / seen, norm.mean
    drop = mean - share
    step = detect.drift_step(ok, seen, mean - norm.doubt, norm.spread, limits.shift)
    drift = min(max(0.0, before.drift + step), 2 * limits.drift)
    poor = mean < limits.poor
    strict = 0.1 if poor else 1.0
    if seen * norm.days < norm.seen / 2:
        # A day that has only begun is looked at many times before it ends.
        strict *= 0.2
    least = max(limits.drop, mean / 2 if poor else 0.0)
    p = detect.tail_of(ok, seen, mean, norm.spread, norm.seen) if drop >= least else 1.0
    low = p < limits.warn_p * strict and seen >= limits.samples
    cause = _cause(p, share, mean, seen, limits, strict)
    if not cause and drift > limits.drift and drop >= least:
        cause = Cause.DRIFTED
    if not cause and low and before.low:
        cause = Cause.LOW_TWICE
    return Found(cause, share, mean, p, drift, low, not (cause or low or drift > limits.drift / 2))


def judged(norm: Norm | None, before: Series | Ready, ok: int, seen: int, limits: Limits) -> Found | None:
    """None where too little is known to say anything."""
    return assess(norm, before, ok, seen, limits) if norm and seen and norm.seen >= limits.samples else None


def closed(before: Series, day: int, ok: int, seen: int, found: Found | None) -> Series:
    """The memory after the ordinal `day` has ended, of which `found` was judged."""
    if not seen:
        return before
    kept = tuple(one for one in before.days if one.day > day - KEPT_DAYS)
    if found is None:
        return replace(before, days=(*kept, Day(day, ok, seen)))
    return Series((*kept, Day(day, ok, seen, found.clean)), found.drift, found.low)


def ready(series: Series, day: int) -> Ready:
    """What is needed to judge the days from the ordinal `day` on."""
    saturday = day + (5 - (day - 1) % 7) % 7
    monday = day + (7 - (day - 1) % 7) % 7
    return Ready(norm_of(series.days, monday), norm_of(series.days, saturday), series.drift, series.low)


def _cause(p: float, share: float, mean: float, seen: int, limits: Limits, strict: float) -> Cause:
    if p < limits.warn_p * strict and seen >= limits.few and share <= 0.1 * mean:
        return Cause.GONE
    return Cause.FALLEN if p < limits.down_p * strict and seen >= limits.samples else Cause.NONE


def _spread(days: Sequence[Day]) -> float:
    """How much days differ, weekends and workdays each from their own mean."""
    total = 0.0
    for kind in (False, True):
        counts = [(one.ok, one.seen) for one in days if _weekend(one.day) is kind]
        if counts:
            mean = (sum(k for k, _ in counts) + 0.5) / (sum(n for _, n in counts) + 1)
            total += detect.spread_of(counts, mean) * len(counts)
    return total / len(days)


def _weekend(day: int) -> bool:
    """Ordinals count from a Monday, the 1st of January of the year 1."""
    return (day - 1) % 7 >= 5
