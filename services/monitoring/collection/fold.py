"""From events to daily counts and latencies (pure)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Any

from kit.clock import to_ms
from services.monitoring.collection.histogram import bucket
from services.monitoring.observed import Seen

SEARCHABLE = "due_to_searchable"
DONE = "due_to_done"
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
    """Rows of latency_daily."""
    found = Counter(
        (seen.day, measure, bucket(elapsed)) for seen in events for measure, elapsed in [_latency(seen)] if measure
    )
    names = ("day", "measure", "upper_ms", "events")
    return [dict(zip(names, (*key, found[key]), strict=True)) for key in sorted(found)]


def _latency(seen: Seen) -> tuple[str, float]:
    """("", 0) for what has no latency. A replayed window came due when somebody asked, which its id does not tell."""
    event = seen.event
    measure = _measure(seen)
    reported = event.numbers.get(f"{measure}_ms")
    if not measure or (reported is None and seen.task.replay):
        return "", 0.0
    return measure, reported if reported is not None else to_ms(seen.at) - to_ms(seen.task.window)


def _measure(seen: Seen) -> str:
    event = seen.event
    if event.outcome != "ok":
        return ""
    if event.stage == "indexed":
        return SEARCHABLE
    return DONE if event.stage == "ended" and event.fields.get("state", "SUCCESS") == "SUCCESS" else ""
