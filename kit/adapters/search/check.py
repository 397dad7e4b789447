"""Which queries an index answers: the names and bounds that every adapter checks alike."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from kit.clock import to_ms
from kit.errors import InvalidInput
from kit.ports.index import Query

FIELDS = ("id", "source_id", "source_type", "language", "host", "group", "fingerprint")
LABELS = ("flags", "tags", "authors")
SORTS = ("relevance", "publish_time", "collect_time")
COUNTED = 10_000
MAX_LIMIT = 10_000
MAX_FILTER_VALUES = 5_000
FACET_VALUES = 100
# Sorts behind every real time.
NO_TIME = -(2**62)


def when(text: str) -> int:
    """Unix milliseconds of an ISO 8601 time (UTC where it names no offset), NO_TIME for anything else."""
    try:
        moment = datetime.fromisoformat(text)
        return to_ms(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return NO_TIME


def check(query: Query) -> None:
    known = (*FIELDS, *LABELS)
    for name in query.filters:
        _check_known("filters", name, known)
        if len(query.filters[name]) > MAX_FILTER_VALUES:
            raise InvalidInput(f"filter {name} has more than {MAX_FILTER_VALUES} values", field=f"filters.{name}")
    for name in query.facets:
        _check_known("facets", name, known)
    _check_known("sort", query.sort, SORTS)
    _check_known("time_field", query.time_field, ("publish_time", "collect_time"))
    for field, time in (("since", query.since), ("until", query.until)):
        if time and when(time) == NO_TIME:
            raise InvalidInput(f"{field} is not an ISO 8601 time: {time[:40]!r}", field=field)
    if not 0 <= query.limit <= MAX_LIMIT:
        raise InvalidInput(f"limit must be 0 to {MAX_LIMIT}", field="limit")


def _check_known(field: str, name: str, known: Sequence[str]) -> None:
    if name not in known:
        raise InvalidInput(f"unknown {field} {name[:80]!r}; expected one of {', '.join(known)}", field=field)
