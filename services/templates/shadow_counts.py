"""Counts what drafts made of live pages, from the collectors' events: each event once, in the transaction that notes how far the log was read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from services.monitoring.observed import Seen
from services.templates import repository_shadow

SLOTS = 5
SHOWN_MAX = 400
FIELDS_MAX = 60
KINDS = frozenset({"same", "changed", "shorter", "longer", "gained", "lost"})
_decode = msgspec.json.Decoder(tuple[str, str, str]).decode
Key = tuple[int, int]


class ShadowCounts:
    """A projection of events: `template_shadow_count` and `template_shadow_example`."""

    def fold(self, session: Session, events: Sequence[Seen]) -> None:
        runs: dict[Key, list[Seen]] = defaultdict(list)
        for seen in events:
            if seen.event.stage == "shadowed" and (key := _key(seen)) is not None:
                runs[key].append(seen)
        for key in sorted(runs):
            row = repository_shadow.get(session, *key, lock=True)
            if row is not None:
                _fold(session, key, [one for one in runs[key] if one.event.numbers.get("run") == row.run])

    def prune(self, session: Session, today: date, limit: int) -> int:
        """Nothing: rows are bounded by fields and slots, and go with the next run of their version."""
        return 0


def _key(seen: Seen) -> Key | None:
    template, _, _ = seen.event.template_version.partition(":")
    draft = seen.event.numbers.get("draft", 0.0)
    return (int(template), int(draft)) if template.isdecimal() and len(template) < 19 and 0 < draft < 2**31 else None


def _fold(session: Session, key: Key, events: Sequence[Seen]) -> None:
    counts: dict[tuple[str, str], int] = defaultdict(int)
    examples: dict[tuple[str, str, int], dict[str, Any]] = {}
    different = 0
    for seen in events:
        differs = False
        for field, kind, live, draft in _fields(seen):
            counts[field, kind] += 1
            if kind != "same":
                differs = True
                slot = seen.digest % SLOTS
                examples[field, kind, slot] = {
                    "at": seen.at, "source_id": seen.source_id, "url": seen.event.url[:2000],
                    "live": live[:SHOWN_MAX], "draft": draft[:SHOWN_MAX],
                }  # fmt: skip
        different += differs
    named = {"template_id": key[0], "number": key[1]}
    repository_shadow.count_up(
        session,
        [{**named, "field": field, "kind": kind, "pages": pages} for (field, kind), pages in sorted(counts.items())],
    )
    repository_shadow.put_examples(
        session,
        [
            {**named, "field": field, "kind": kind, "slot": slot, **one}
            for (field, kind, slot), one in sorted(examples.items())
        ],
    )
    repository_shadow.add_pages(session, *key, len(events), different)


def _fields(seen: Seen) -> Iterator[tuple[str, str, str, str]]:
    for name, told in list(seen.event.fields.items())[:FIELDS_MAX]:
        try:
            kind, live, draft = _decode(told)
        except msgspec.DecodeError:
            continue
        if kind in KINDS and name:
            yield name[:60], kind, live, draft
