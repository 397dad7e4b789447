"""Daily shares of fields and flags: written from events, read for charts and checks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta

from sqlalchemy.orm import Session

from services.monitoring.observed import Seen
from services.monitoring.quality import fold, repository
from services.monitoring.quality.schemas import DayShare

KEPT_DAYS = 92
_TOTAL = {
    fold.FIELD: fold.PAGE,
    fold.FLAG: fold.DOCUMENT,
    fold.SEVERITY: fold.DOCUMENT,
    fold.REJECTED: fold.PAGE,
    fold.LIST: fold.LIST,
}


class QualityCounters:
    """The projection of events that counts fields and flags."""

    def fold(self, session: Session, events: Sequence[Seen]) -> None:
        repository.count(session, fold.counts(events))

    def prune(self, session: Session, today: date, limit: int) -> int:
        return repository.delete_before(session, today - timedelta(days=KEPT_DAYS), limit)


def shares(session: Session, source_ids: Collection[int], since: date, until: date) -> tuple[DayShare, ...]:
    """Both days included. Every field and flag known of a version within these days has an entry for each day with pages or documents:
    one that vanished has `ok` 0, instead of no entry."""
    rows = repository.of_sources(session, source_ids, since, until)
    found = {(source, version, kind, name, day): events for day, source, version, kind, name, events in rows}
    days: dict[tuple[int, str, str], list[tuple[date, int]]] = {}
    for day, source, version, kind, name, events in rows:
        if not name:
            days.setdefault((source, version, kind), []).append((day, events))
    names = dict.fromkeys(
        (source, version, kind, name) for _, source, version, kind, name, _ in rows if name and name != fold.LINKS
    )
    return tuple(
        DayShare(day, source, version, kind, name, seen, found.get((source, version, kind, name, day), 0))
        for source, version, kind, name in names
        for day, seen in days.get((source, version, _TOTAL[kind]), ())
    )


def active_sources(session: Session, since: date) -> list[int]:
    """Sources with extracted pages from `since` on."""
    return repository.sources_on(session, since, fold.PAGE)
