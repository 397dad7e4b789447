"""From events to daily counts of fields and flags (pure)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from kit.contracts.event import CollectEvent
from kit.contracts.task import FailureClass
from services.monitoring.observed import Seen

PAGE, FIELD, DOCUMENT, FLAG, REJECTED, LIST = "page", "field", "document", "flag", "rejected", "list"
SEVERITY = "severity"
FLAGS = "flags"
EMPTY = "empty"
LINKS = "links"
_SEVERITIES = ("clean", "review", "drop")
_LINKS_MAX = 100_000
DROPPED = "dropped"
NAMES_MAX = 64
_NOTHING = (FailureClass.PARSE, FailureClass.EMPTY)
_NAME = re.compile(r"[A-Za-z0-9_.:-]{1,40}")


def counts(events: Sequence[Seen]) -> list[dict[str, Any]]:
    """Rows of quality_daily, each key once, sorted by key."""
    found: Counter[tuple[date, int, str, str, str]] = Counter()
    for seen in events:
        for kind, name in _things(seen):
            found[seen.day, seen.source_id, seen.event.template_version[:40], kind, name] += _weight(seen, kind, name)
    names = ("day", "source_id", "template_version", "kind", "name", "events")
    return [dict(zip(names, (*key, found[key]), strict=True)) for key in sorted(found)]


def _weight(seen: Seen, kind: str, name: str) -> int:
    """Things are counted once each, links of a list by their number."""
    if (kind, name) != (LIST, LINKS):
        return 1
    numbers = seen.event.numbers
    return round(min(max(numbers["links"] + numbers.get("items", 0.0), 0.0), _LINKS_MAX))


def _things(seen: Seen) -> Iterator[tuple[str, str]]:
    event = seen.event
    if event.stage == "extracted":
        yield from _list(event) if "links" in event.numbers else _page(event)
    elif event.stage == "ended" and _failed_to_extract(seen):
        yield PAGE, ""
    elif event.stage in ("cleaned", "rejected"):
        yield from _document(event)


def _page(event: CollectEvent) -> Iterator[tuple[str, str]]:
    yield PAGE, ""
    yield from ((FIELD, name) for name in _names(key for key, path in event.fields.items() if path))


def _list(event: CollectEvent) -> Iterator[tuple[str, str]]:
    yield LIST, ""
    if not event.numbers["links"] and not event.numbers.get("items"):
        yield LIST, EMPTY
    else:
        yield LIST, LINKS


def _document(event: CollectEvent) -> Iterator[tuple[str, str]]:
    if FLAGS in event.fields:
        yield DOCUMENT, ""
        yield from ((FLAG, name) for name in _names(event.fields[FLAGS].split(",")))
        if (severity := event.fields.get(SEVERITY)) in _SEVERITIES:
            yield SEVERITY, severity
    if event.stage == "rejected":
        reason = event.detail.partition(":")[0] if event.detail else DROPPED
        yield REJECTED, next(_names([reason]), "other")


def _failed_to_extract(seen: Seen) -> bool:
    """A page that held nothing has no "extracted" event. Of its attempts the first counts."""
    numbers = seen.event.numbers
    return seen.task.fingerprint is not None and seen.event.outcome in _NOTHING and numbers.get("attempts", 1.0) <= 1


def _names(texts: Iterator[str] | Sequence[str]) -> Iterator[str]:
    """Each once; what is no plain name is left out, and so is what is too many."""
    plain = (text.strip() for text in texts)
    yield from list(dict.fromkeys(text for text in plain if _NAME.fullmatch(text)))[:NAMES_MAX]
