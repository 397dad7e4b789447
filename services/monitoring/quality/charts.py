"""What the page of a source shows of its extraction: scores, shares with where they are expected, documents kept and not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, timedelta

from msgspec import Struct
from sqlalchemy.orm import Session

from services.monitoring.quality import fold, memory, repository, score, series
from services.monitoring.quality.memory import AMOUNT, FLAG, LINKS, Counts
from services.monitoring.quality.score import DayField, DayScore
from services.monitoring.quality.series import Day

FIELDS_MAX = 24
# Two standard deviations of what a day may be.
_BAND = 2.0


class DayCounts(Struct, frozen=True):
    day: date
    clean: int
    review: int
    drop: int
    rejected: int


class Charts(Struct, frozen=True):
    """`versions`: day → template versions that were seen for the first time on it."""

    scores: tuple[DayScore, ...]
    fields: dict[str, tuple[DayField, ...]]
    documents: tuple[DayCounts, ...]
    versions: dict[date, list[str]]


def of_source(session: Session, source_id: int, since: date, until: date) -> Charts:
    """Both days included; versions of the template are added up."""
    first = since - timedelta(days=series.KEPT_DAYS)
    parts = memory.counts_of(session, [source_id], first, until)
    lived = _merged(parts)
    names = sorted({name for counts in lived.values() for name in counts if _charted(name)})[:FIELDS_MAX]
    days = [since + timedelta(days=number) for number in range((until - since).days + 1)]
    fields = {_shown(name): tuple(_field(lived, name, day) for day in days) for name in names}
    begun: dict[date, list[str]] = defaultdict(list)
    for (_, version), counts in parts.items():
        begun[min(counts)].append(version or "-")
    return Charts(score.scores(lived, since, until), fields, _documents(session, source_id, days), dict(begun))


def _field(lived: Mapping[date, Counts], name: str, day: date) -> DayField:
    number = day.toordinal()
    known = [
        Day(past.toordinal(), counts.get(name, (0, 0))[0], _seen(counts, name))
        for past, counts in sorted(lived.items())
        if number - series.KEPT_DAYS <= past.toordinal() < number
    ]
    norm, counts = series.norm_of(known, number), lived.get(day, {})
    seen = _seen(counts, name)
    share = counts.get(name, (0, 0))[0] / seen if seen else None
    if norm is None or norm.seen < score.USUAL_DAYS:
        return DayField(day, name, share, seen, None, None, None)
    spread = norm.spread + (1 - norm.spread) / max(seen, 1)
    reach = _BAND * (norm.mean * (1 - norm.mean) * spread) ** 0.5 if name != AMOUNT else 0.0
    return DayField(day, name, share, seen, norm.mean, max(norm.mean - reach, 0.0), min(norm.mean + reach, 1.0))


def _seen(counts: Counts, name: str) -> int:
    return counts.get(LINKS if name == LINKS else "", (0, 0))[1]


def _merged(parts: Mapping[tuple[int, str], Mapping[date, Counts]]) -> dict[date, Counts]:
    whole: dict[date, Counts] = defaultdict(dict)
    for days in parts.values():
        for day, counts in days.items():
            for name, (ok, seen) in counts.items():
                before = whole[day].get(name, (0, 0))
                whole[day][name] = (before[0] + ok, before[1] + seen)
    return whole


def _documents(session: Session, source_id: int, days: list[date]) -> tuple[DayCounts, ...]:
    found: dict[tuple[date, str], int] = defaultdict(int)
    kinds = (fold.SEVERITY, fold.REJECTED)
    for day, _, _, kind, name, events in repository.of_sources(session, [source_id], days[0], days[-1], kinds):
        if (kind, name) != (fold.REJECTED, fold.DROPPED):
            found[day, name if kind == fold.SEVERITY else fold.REJECTED] += events
    names = ("clean", "review", "drop", fold.REJECTED)
    return tuple(DayCounts(day, *(found[day, name] for name in names)) for day in days)


def _charted(name: str) -> bool:
    return bool(name) and not name.startswith(FLAG) and name != AMOUNT


def _shown(name: str) -> str:
    return "lists with links" if name == LINKS else name
