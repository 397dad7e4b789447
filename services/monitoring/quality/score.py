"""How good a source's extraction was each day, 0 to 100, and what pulled it down (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from msgspec import Struct

from services.monitoring.quality.memory import AMOUNT, FLAG, LINKS, Counts

USUAL_DAYS: Final = 10
# Of 100 points, where a source has lists; else fields have all.
LINKS_POINTS: Final = 30.0


class DayScore(Struct, frozen=True):
    """`score` None: nothing was read that day. `lost`: what → points, the most first."""

    day: date
    score: float | None
    lost: dict[str, float]


class DayField(Struct, frozen=True):
    """A share on a day: None without pages. `low` and `high`: where it is expected, None where too little is known."""

    day: date
    name: str
    share: float | None
    seen: int
    mean: float | None
    low: float | None
    high: float | None


def scores(lived: Mapping[date, Counts], since: date, until: date) -> tuple[DayScore, ...]:
    """`lived` reaches back before `since`, as far as the usual is to be learnt from."""
    days = [since + timedelta(days=number) for number in range((until - since).days + 1)]
    return tuple(_score(day, lived.get(day, {}), usual(lived, day)) for day in days)


def usual(lived: Mapping[date, Counts], day: date) -> dict[str, float]:
    """Name → mean over the last 10 days with pages before `day`."""
    sums: dict[str, list[int]] = {}
    for past in sorted((one for one in lived if one < day), reverse=True)[:USUAL_DAYS]:
        for name, (ok, seen) in lived[past].items():
            mine = sums.setdefault(name, [0, 0])
            mine[0] += ok
            mine[1] += seen
    pages = max((seen for name, (_, seen) in sums.items() if _is_field(name)), default=0)
    return {n: ok / (max(seen, pages) if _is_field(n) else seen) for n, (ok, seen) in sums.items() if seen}


def _score(day: date, now: Counts, mean: Mapping[str, float]) -> DayScore:
    fields = {name: value for name, value in mean.items() if _is_field(name) and value > 0}
    pages = now.get("", (0, 0))[1]
    lists, links = now.get(LINKS, (0, 0))[1], now.get(AMOUNT, (0, 0))[0]
    amount = mean.get(AMOUNT, 0.0)
    lost: dict[str, float] = {}
    if lists and amount > 0:
        lost["links"] = LINKS_POINTS * (1 - min(links / lists / amount, 1.0))
    if pages and fields:
        points = 100 - (LINKS_POINTS if lists and amount > 0 else 0)
        whole = sum(fields.values())
        for name, value in fields.items():
            lost[name] = points * max(value - now.get(name, (0, 0))[0] / pages, 0.0) / whole
    elif not lost:
        return DayScore(day, None, {})
    else:
        lost["links"] = lost["links"] * 100 / LINKS_POINTS
    named = sorted(((name, round(value, 1)) for name, value in lost.items()), key=lambda one: -one[1])
    return DayScore(day, round(100 - sum(lost.values()), 1), {name: value for name, value in named if value >= 0.1})


def _is_field(name: str) -> bool:
    return bool(name) and not name.startswith(FLAG) and name not in (LINKS, AMOUNT)
