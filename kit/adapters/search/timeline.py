"""How hits are spread over time: which bars there are, the same for every adapter (pure)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from kit.clock import from_ms
from kit.ports.index import Timeline, TimeUnit

MOST_DAYS, MOST_MONTHS, MOST_YEARS = 62, 60, 120
FORMATS: Mapping[TimeUnit, str] = {"day": "%Y-%m-%d", "month": "%Y-%m", "year": "%Y"}


def unit_of(first_ms: int, last_ms: int) -> TimeUnit:
    """The finest unit that needs no more bars than fit beside each other."""
    first, last = _day(first_ms), _day(last_ms)
    if (last - first).days < MOST_DAYS:
        return "day"
    return "month" if _months(last) - _months(first) < MOST_MONTHS else "year"


def timeline(unit: TimeUnit, counts: Mapping[str, int]) -> Timeline:
    """`counts` by day, month or year as FORMATS writes it; those between without a hit are given as 0, the newest MOST_YEARS at most."""
    names = sorted(counts)
    if not names:
        return Timeline(unit, ())
    bars: list[tuple[str, int]] = []
    moment, start = _read(unit, names[-1]), names[0]
    while len(bars) < MOST_YEARS:
        name = moment.strftime(FORMATS[unit]).zfill(len(names[-1]))
        if name < start:
            break
        bars.append((name, counts.get(name, 0)))
        if moment <= date(1, 12, 31):
            break
        moment = _before(unit, moment)
    return Timeline(unit, tuple(reversed(bars)))


def _read(unit: TimeUnit, name: str) -> date:
    return datetime.strptime(name, FORMATS[unit]).date()  # noqa: DTZ007 -- a day of the calendar, no moment


def _before(unit: TimeUnit, moment: date) -> date:
    if unit == "year":
        return moment.replace(year=moment.year - 1)
    return moment - timedelta(days=1) if unit == "day" else (moment.replace(day=1) - timedelta(days=1)).replace(day=1)


def _day(ms: int) -> date:
    return from_ms(ms).date()


def _months(day: date) -> int:
    return day.year * 12 + day.month
