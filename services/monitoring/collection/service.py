"""Daily counts: written from events, read for charts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta

from sqlalchemy.orm import Session

from services.monitoring.collection import fold, repository
from services.monitoring.collection.histogram import quantile
from services.monitoring.collection.schemas import DayCount, DayLatency
from services.monitoring.observed import Seen

KEPT_DAYS = 92


class CollectionCounters:
    """The projection of events that counts collecting."""

    def fold(self, session: Session, events: Sequence[Seen]) -> None:
        repository.count(session, fold.counts(events))
        repository.count_latency(session, fold.latencies(events))

    def prune(self, session: Session, today: date, limit: int) -> int:
        before = today - timedelta(days=KEPT_DAYS)
        repository.delete_latency_before(session, before)
        return repository.delete_before(session, before, limit)


def daily(session: Session, since: date, until: date, source_id: int | None = None) -> tuple[DayCount, ...]:
    """Both days included, by day, stage and outcome."""
    return tuple(
        DayCount(day, stage, outcome, *map(int, sums))
        for day, stage, outcome, *sums in repository.daily(session, since, until, source_id)
    )


def latency(session: Session, since: date, until: date) -> tuple[DayLatency, ...]:
    """Both days included, by day and measure; days without entries are left out."""
    counts: dict[tuple[date, str], dict[int, int]] = defaultdict(dict)
    for day, measure, upper_ms, events in repository.latency(session, since, until):
        counts[day, measure][upper_ms] = events
    return tuple(
        DayLatency(day, measure, sum(found.values()), *(quantile(found, share) for share in (0.5, 0.95, 0.99)))
        for (day, measure), found in counts.items()
    )
