"""Silent sources: false alarms a week, and hours until a stop is found, beside fixed ages and multiples of the mean gap."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from statistics import median

import numpy as np

from services.monitoring.arrivals import profile
from services.monitoring.arrivals.profile import Profile

MONDAY = datetime(2026, 6, 1, tzinfo=UTC)
LEARNT, WATCHED = 8, 8
DOWN_P = 1e-4
WORLDS = {"30 a workday, 8 at weekends": 0.0, "the same, days differ (cv 0.7)": 0.5, "a tenth of that": -1.0}


def arrivals(kind: float, weeks: int, rng: np.random.Generator) -> list[int]:
    """Per hour: a peak in daytime, a third as many at weekends."""
    hours = np.arange(weeks * 168)
    shape = np.where((hours % 24 >= 7) & (hours % 24 <= 21), 1.0, 0.05)
    rate = np.where(hours // 24 % 7 < 5, 30.0, 8.0) * shape / shape[:24].sum()
    if kind < 0:
        rate = rate / 10
    if kind > 0:
        rate = rate * np.repeat(rng.gamma(1 / kind, kind, size=weeks * 7), 24)
    return [int(count) for count in rng.poisson(rate)]


def measure(kind: float, sources: int, seed: int) -> dict[str, tuple[float, float]]:
    """Rule → (false alarms a source and week, median hours until a stop at a random hour is found; 400 where it is not)."""
    rng = np.random.default_rng(seed)
    false: dict[str, int] = {}
    waits: dict[str, list[int]] = {}
    for _ in range(sources):
        counts = arrivals(kind, LEARNT + WATCHED, rng)
        stop = (LEARNT + WATCHED) * 168 - int(rng.integers(1, 168))
        for name, alarms in _alarms([*counts[:stop], *[0] * 400]).items():
            begun = sum(
                now and not before for now, before in zip(alarms[: stop - LEARNT * 168], [False, *alarms], strict=False)
            )
            false[name] = false.get(name, 0) + begun
            late = alarms[stop - LEARNT * 168 :]
            waits.setdefault(name, []).append(next((at for at, bad in enumerate(late, 1) if bad), 400))
    return {name: (false[name] / sources / WATCHED, median(waits[name])) for name in false}


def _alarms(counts: Sequence[int]) -> dict[str, list[bool]]:
    """Per hour after the weeks of learning."""
    learnt: Profile | None = None
    out: dict[str, list[bool]] = {"ours": [], "2 x mean gap": [], "24 h": []}
    total = last = 0
    for hour, count in enumerate(counts):
        moment = MONDAY + timedelta(hours=hour)
        if count:
            learnt, last, total = profile.arrived(learnt, profile.hour_of(moment), count), hour, total + count
        if hour >= LEARNT * 168:
            found = profile.silence(learnt, moment) if learnt and not count else None
            out["ours"].append(found is not None and found[1] < DOWN_P)
            out["2 x mean gap"].append(hour - last > 2 * hour / max(total, 1))
            out["24 h"].append(hour - last > 24)
    return out
