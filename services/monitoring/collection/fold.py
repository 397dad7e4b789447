"""From events to daily counts and latencies (pure)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Any

from services.monitoring.collection.histogram import bucket
from services.monitoring.observed import Seen

MEASURES = (("indexed", "due_to_searchable"), ("ended", "due_to_done"))
_MOST = 1e12


def counts(events: Sequence[Seen]) -> list[dict[str, Any]]:
    """Rows of collect_daily, each key once, sorted by key so that transactions lock in one order."""
    sums: dict[tuple[date, int, str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for seen in events:
        row = sums[seen.day, seen.source_id, seen.event.stage, seen.event.outcome]
        reported = (seen.event.numbers.get(name, 0.0) for name in ("documents", "elapsed", "bytes"))
        for place, value in enumerate((1.0, *reported)):
            row[place] += round(min(max(value, 0.0), _MOST))
    names = ("day", "source_id", "stage", "outcome", "events", "documents", "elapsed_ms", "body_bytes")
    return [dict(zip(names, (*key, *sums[key]), strict=True)) for key in sorted(sums)]


def latencies(events: Sequence[Seen]) -> list[dict[str, Any]]:
    """Rows of latency_daily. Only what an event reports counts: the window in a task id is a minute, too coarse for seconds."""
    found = Counter(
        (seen.day, measure, bucket(seen.event.numbers[f"{measure}_ms"]))
        for seen in events
        for stage, measure in MEASURES
        if seen.event.stage == stage and seen.event.outcome == "ok" and f"{measure}_ms" in seen.event.numbers
    )
    names = ("day", "measure", "upper_ms", "events")
    return [dict(zip(names, (*key, found[key]), strict=True)) for key in sorted(found)]
