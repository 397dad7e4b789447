"""Arrivals: learnt from events, read by the check of silent sources."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import date, datetime

import msgspec
from sqlalchemy.orm import Session

from services.monitoring.arrivals import profile, repository
from services.monitoring.arrivals.profile import Profile
from services.monitoring.observed import Seen

_DECODE = msgspec.json.Decoder(Profile).decode
_ENCODE = msgspec.json.Encoder().encode


class Arrivals(msgspec.Struct, frozen=True):
    """Of a source; None where nothing came yet."""

    item_at: datetime | None
    searchable_at: datetime | None
    profile: Profile | None


class ArrivalCounters:
    """The projection of events that learns when items come: pages read for their content, and documents that became searchable."""

    def fold(self, session: Session, events: Sequence[Seen]) -> None:
        items: dict[int, Counter[int]] = defaultdict(Counter)
        newest: dict[int, list[datetime | None]] = defaultdict(lambda: [None, None])
        for seen in events:
            kind = _kind(seen)
            if kind is not None:
                known = newest[seen.source_id][kind]
                newest[seen.source_id][kind] = max(known, seen.at) if known else seen.at
                if kind == 0:
                    items[seen.source_id][profile.hour_of(seen.at)] += 1
        before = of_sources(session, newest)
        rows = [_row(source, before.get(source), newest[source], items[source]) for source in sorted(newest)]
        repository.put(session, rows)

    def prune(self, session: Session, today: date, limit: int) -> int:
        """One row a source: nothing grows."""
        return 0


def of_sources(session: Session, source_ids: Collection[int]) -> dict[int, Arrivals]:
    return {
        source: Arrivals(item_at, searchable_at, _DECODE(text) if text else None)
        for source, item_at, searchable_at, text in repository.of_sources(session, source_ids)
    }


def _kind(seen: Seen) -> int | None:
    """0: an item, 1: searchable, or refused and so handled all the same."""
    event = seen.event
    if event.stage == "rejected":
        return 1
    if event.outcome != "ok":
        return None
    if event.stage == "extracted" and ("links" not in event.numbers or event.numbers.get("items", 0) > 0):
        return 0
    return 1 if event.stage == "indexed" else None


def _row(source: int, before: Arrivals | None, newest: list[datetime | None], items: Counter[int]) -> dict[str, object]:
    learnt = before.profile if before else None
    for hour in sorted(items):
        learnt = profile.arrived(learnt, hour, items[hour])
    old = (before.item_at, before.searchable_at) if before else (None, None)
    item_at, searchable_at = (max(filter(None, pair), default=None) for pair in zip(old, newest, strict=True))
    text = _ENCODE(learnt).decode() if learnt else ""
    return {"source_id": source, "item_at": item_at, "searchable_at": searchable_at, "profile": text}
