"""Fields: false alarms where nothing is wrong, and days until a fault is found, beside simpler rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

import numpy as np

from tests.bench.detect import ours, peers, worlds
from tests.bench.detect.peers import Days
from tests.bench.detect.worlds import FIELDS, Shares, World

WARM, WEEKS, WITHIN = 28, 26, 10
FAULTS: dict[str, Callable[[Shares], Shares]] = {
    "broken": lambda share: share * 0,
    "halved": lambda share: share * 0.5,
    "10 points": lambda share: share - 0.1,
    "3 points a day": lambda share: share - 0.03 * np.minimum(np.arange(share.shape[1]) + 1, 10),
}


def sources(world: World, count: int, seed: int, faulty: int = 0, fault: str = "") -> Iterator[list[Days]]:
    """The fields of each source; of these `faulty` have the fault from day 56 on."""
    days = WARM + 7 * WEEKS if not fault else 2 * WARM + WITHIN
    well = list(worlds.rows(*worlds.made(world, count * FIELDS, days, seed)))
    bad = list(worlds.rows(*worlds.made(world, count * FIELDS, days, seed, FAULTS[fault], 56))) if fault else well
    for start in range(0, len(well), FIELDS):
        yield [*bad[start : start + faulty], *well[start + faulty : start + FIELDS]]


def false_alarms(world: World, count: int, seed: int) -> dict[str, float]:
    """Rule → beginnings of alarms per source and week, all fields counted."""
    begun = dict.fromkeys(["ours", *peers.RULES], 0)
    for fields in sources(world, count, seed):
        days = ours.run(fields)
        for number in range(FIELDS):
            begun["ours"] += _episodes([bad[number] for bad, _ in days[WARM:]])
        begun["ours"] += _episodes([together and not any(bad) for bad, together in days[WARM:]])
        for name, rule in peers.RULES.items():
            begun[name] += sum(_episodes(rule(field)[WARM:]) for field in fields)
    return {name: number / (count * WEEKS) for name, number in begun.items()}


def delays(world: World, fault: str, faulty: int, count: int, seed: int) -> dict[str, tuple[float, float, float]]:
    """Rule → (median, 90th percentile, share found within 10) of evaluations until one of the faulty fields is found."""
    found: dict[str, list[float]] = {name: [] for name in ["ours", *peers.RULES]}
    for fields in sources(world, count, seed, faulty, fault):
        found["ours"].append(_first([together or any(bad[:faulty]) for bad, together in ours.run(fields)]))
        for name, rule in peers.RULES.items():
            found[name].append(_first([any(day) for day in zip(*map(rule, fields[:faulty]), strict=True)]))
    return {
        name: (
            median(times),
            float(np.percentile(times, 90, method="lower")),
            sum(t <= WITHIN for t in times) / len(times),
        )
        for name, times in found.items()
    }


def _episodes(days: Sequence[bool]) -> int:
    return sum(now and not before for now, before in zip(days, [False, *days], strict=False))


def _first(days: Sequence[bool]) -> float:
    return next((float(at) for at, bad in enumerate(days[56:], 1) if bad), 99.0)
