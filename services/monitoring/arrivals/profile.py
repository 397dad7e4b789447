"""What is learnt of a source's arrivals (pure): how many an hour of the week, how much days differ, when the last one came."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import exp, log1p
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

HOURS: Final = 168
WEEKS: Final = 8
_HOUR_S: Final = 3600
_WEEK_S: Final = HOURS * _HOUR_S
_DAYS: Final = 56
# Hours are learnt together with the same hour of the other workdays, or of the other day of the weekend, as if each had been seen so often.
_TOGETHER: Final = 4.0
LEAST_DAYS: Final = 14
_DISPERSION_MOST: Final = 4.0


class Profile(Struct, frozen=True, array_like=True):
    """`first` and `last`: hours since 1970 of the first and newest item. `hours`: arrivals per hour of the week (Monday 0 h UTC first),
    halved every WEEKS weeks so that old habits fade. `days`: (day since 1970, arrivals) of the last 8 weeks, days without any left out."""

    first: int
    last: int
    hours: tuple[float, ...] = (0.0,) * HOURS
    days: tuple[tuple[int, int], ...] = ()
    learnt: int = 0


def hour_of(moment: datetime) -> int:
    return int(moment.timestamp()) // _HOUR_S


def slot(hour: int) -> int:
    """The hour of the week; 1970 began on a Thursday."""
    return (hour + 72) % HOURS


def arrived(before: Profile | None, hour: int, count: int) -> Profile:
    """After `count` items of that hour (since 1970). Late ones count in their own hour and never move `last` back."""
    if before is None:
        before = Profile(hour, hour, learnt=hour)
    fade = 0.5 ** (max(hour - before.learnt, 0) / (HOURS * WEEKS))
    hours = [value * fade for value in before.hours] if fade < 1 else list(before.hours)
    hours[slot(hour)] += count
    day = hour // 24
    known = dict(before.days)
    known[day] = known.get(day, 0) + count
    newest = max(before.last, hour)
    days = tuple(sorted(one for one in known.items() if one[0] > newest // 24 - _DAYS))
    first = min(before.first, hour)
    return replace(before, first=first, last=newest, hours=tuple(hours), days=days, learnt=max(before.learnt, hour))


def silence(one: Profile, now: datetime) -> tuple[float, float] | None:
    """(expected arrivals since the last one, probability of none); None while too little is known."""
    hour = hour_of(now)
    lived = one.last - one.first
    if lived < LEAST_DAYS * 24 or not one.days:
        return None
    rates = _rates(one)
    start = one.last + 1
    whole, rest = divmod(max(hour - start, 0), HOURS)
    expected = whole * sum(rates) + sum(rates[slot(start + step)] for step in range(rest))
    dispersion = _dispersion(one, rates)
    if dispersion < 0.01:
        return expected, exp(-expected)
    return expected, exp(-log1p(dispersion * expected) / dispersion)


def _rates(one: Profile) -> list[float]:
    """Arrivals an hour, smoothed over days of the same kind."""
    # What fades weighs so many weeks in all.
    lived = max((one.learnt - one.first) / HOURS, 0.5)
    weight = WEEKS / 0.6931 * (1 - 0.5 ** (lived / WEEKS))
    own = [value / weight for value in one.hours]
    out = []
    for at in range(HOURS):
        weekend = at // 24 >= 5
        like = [own[day * 24 + at % 24] for day in (range(5, 7) if weekend else range(5))]
        share = _TOGETHER / (_TOGETHER + lived)
        out.append((1 - share) * own[at] + share * sum(like) / len(like))
    return out


def _dispersion(one: Profile, rates: list[float]) -> float:
    """By how much days differ beyond chance: variance = mean + dispersion × mean²; days that have ended since the first one."""
    last = one.last // 24
    counts = dict(one.days)
    above = squares = 0.0
    for day in range(max(one.first // 24 + 1, last - _DAYS + 1), last):
        start = slot(day * 24)
        mean = sum(rates[(start + step) % HOURS] for step in range(24))
        above += (counts.get(day, 0) - mean) ** 2 - mean
        squares += mean * mean
    return min(max(above / squares, 0.0), _DISPERSION_MOST) if squares else 0.0


def since(one: Profile, now: datetime) -> timedelta:
    return timedelta(hours=max(hour_of(now) - one.last, 0))
