"""What a cron expression will do, for people who are about to save it (pure)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from kit.errors import InvalidInput
from services.sources.cron import NoSuchDay, next_runs
from services.zones import zone

SHOWN = 10
_LOOK = 1000
_WEEK = timedelta(days=7)
_PEAK_RUNS = 60


@dataclass(frozen=True, slots=True)
class Run:
    """One fire time in the source's zone; `shift` marks a change of the zone's offset since the run before, in minutes."""

    at: datetime
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Preview:
    """`a_week` counts the runs of the coming seven days, `crowded_hour` the most runs in one hour where a fixed hour gets 60."""

    runs: tuple[Run, ...] = ()
    a_week: int = 0
    crowded_hour: bool = False
    problem: str = ""
    field: str = "cron_expr"


def preview(expr: str, tz: str, now: datetime) -> Preview:
    """The next ten runs after `now`. Never raises for text that people type: the problem is in the answer."""
    if not expr.strip():
        return Preview()
    try:
        where = zone(tz.strip() or "UTC")
        moments = _coming(expr, tz.strip() or "UTC", now)
    except InvalidInput as error:
        return Preview(problem=str(error), field=error.field or "cron_expr")
    return Preview(
        runs=_with_shifts(moments[:SHOWN], where, now),
        a_week=_a_week(moments, now),
        crowded_hour=_is_crowded(expr, moments),
    )


def _coming(expr: str, tz: str, now: datetime) -> list[datetime]:
    """As many of the next 1,000 runs as there are; ten where a rare schedule would make us look too far."""
    first = next_runs(expr, tz, now, SHOWN)
    if not first or first[-1].astimezone(UTC) > now + _WEEK:
        return first
    try:
        return next_runs(expr, tz, now, _LOOK)
    except NoSuchDay:
        return first


def _a_week(moments: list[datetime], now: datetime) -> int:
    span = moments[-1].astimezone(UTC) - now
    if span < _WEEK and len(moments) == _LOOK:
        return round(_LOOK * (_WEEK / span))
    return sum(1 for moment in moments if moment.astimezone(UTC) <= now + _WEEK)


def _with_shifts(moments: list[datetime], where: tzinfo, now: datetime) -> tuple[Run, ...]:
    before = now.astimezone(where).utcoffset() or timedelta()
    runs = []
    for moment in moments:
        offset = moment.astimezone(where).utcoffset() or timedelta()
        runs.append(Run(moment, round((offset - before).total_seconds() / 60)))
        before = offset
    return tuple(runs)


def _is_crowded(expr: str, moments: list[datetime]) -> bool:
    """`* 9 * * *` runs sixty times between nine and ten, which is hardly ever meant."""
    parts = expr.split()
    return len(parts) == 5 and parts[0] == "*" and not parts[1].startswith("*") and len(moments) >= _PEAK_RUNS
