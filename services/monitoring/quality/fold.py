"""From events to daily counts of fields and flags (pure)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from services.monitoring.observed import Seen

PAGE, FIELD, DOCUMENT, FLAG, REJECTED = "page", "field", "document", "flag", "rejected"
FLAGS = "flags"
NAMES_MAX = 64
_NAME = re.compile(r"[A-Za-z0-9_.:-]{1,40}")


def counts(events: Sequence[Seen]) -> list[dict[str, Any]]:
    """Rows of quality_daily, each key once, sorted by key."""
    found = Counter(
        (seen.day, seen.source_id, seen.event.template_version[:40], kind, name)
        for seen in events
        for kind, name in _things(seen)
    )
    names = ("day", "source_id", "template_version", "kind", "name", "events")
    return [dict(zip(names, (*key, found[key]), strict=True)) for key in sorted(found)]


def _things(seen: Seen) -> Iterator[tuple[str, str]]:
    event = seen.event
    if event.stage == "extracted":
        yield PAGE, ""
        yield from ((FIELD, name) for name in _names(key for key, path in event.fields.items() if path))
    elif event.stage == "cleaned":
        yield DOCUMENT, ""
        yield from ((FLAG, name) for name in _names(event.fields.get(FLAGS, "").split(",")))
    elif event.stage == "rejected":
        yield REJECTED, next(_names([event.detail]), "other")


def _names(texts: Iterator[str] | Sequence[str]) -> Iterator[str]:
    """Each once; what is no plain name is left out, and so is what is too many."""
    plain = (text.strip() for text in texts)
    yield from list(dict.fromkeys(text for text in plain if _NAME.fullmatch(text)))[:NAMES_MAX]
