"""An archived row made into what today's rules make of it (requirement L8).

Nothing is deleted. A text that came out differently is a document of its own: the row that held the old one names the new one in
`info:replacedBy`, and its sightings are marked `info:goneAt`. That mark comes last, so that a row that was left half done is done again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec

from cleaner.core import SIGNATURE_VERSION, Cleaned, Severity
from cleaner.sinks import keys, versions
from cleaner.sinks.archived import Archived, info_cells, raw_cells, read_info, read_original, read_raw
from cleaner.sinks.build import target_of
from cleaner.sinks.groups import Groups
from cleaner.sinks.heirs import pass_on
from cleaner.sinks.publish import publish
from cleaner.sinks.record import Result, cleaned_document, rejected_document
from cleaner.sinks.resight import Place, move
from cleaner.sinks.work import Work
from kit.contracts.document import Document
from kit.ports.archive import Archive, Row
from kit.ports.index import SearchIndex

REPLACED = "info:replacedBy"
_COMPARED = (
    "title", "content", "publish_time", "modified_time", "authors", "language", "severity", "flags", "tags", "score", "images", "extra",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stored:
    """A row of `doc`: the cleaned document, and what was collected, with its page where one was kept."""

    key: str
    archived: Archived
    original: Document

    @property
    def ms(self) -> int:
        return self.archived.collect_ms


def read_stored(key: str, cells: Mapping[str, bytes]) -> Stored | None:
    """None for a row of another kind, and for one that another took the place of."""
    if "raw:document" not in cells or cells.get(REPLACED):
        return None
    original = msgspec.structs.replace(read_original(cells), raw=read_raw(cells))
    return Stored(key, read_info(cells), original)


def made(result: Result) -> Archived:
    """The row that this result is archived as."""
    cleaned = result.outcome
    return cleaned_document(result, cleaned) if isinstance(cleaned, Cleaned) else rejected_document(result, cleaned)


def changes(stored: Stored, new: Archived) -> tuple[str, ...]:
    """Names of what would be another: fields, or `signatures` where only these are of an older version."""
    found = tuple(name for name in _COMPARED if getattr(stored.archived, name) != getattr(new, name))
    if not found and stored.archived.cleaner_version != SIGNATURE_VERSION and new.severity != "rejected":
        return ("signatures",)
    return found


class Again:
    """Applies one row at a time, archive first, then index, then the mark on the old row."""

    def __init__(self, archive: Archive, index: SearchIndex, *, days: int) -> None:
        self._archive, self._index, self._days = archive, index, days

    def apply(self, stored: Stored, result: Result, *, now_ms: int) -> dict[str, str]:
        """Content hash → why an index refused it. Raises BackendUnavailable: apply the same again."""
        new = made(result)
        key = keys.doc_row(new.id, stored.ms)
        work = Work(self._archive)
        work.stage("doc", [Row(key, _cells(new, result), now_ms)])
        place = Place(stored.key, key, stored.archived, new, now_ms)
        vanishes = new.id != stored.archived.id and _is_last(work, place)
        touched = {stored.archived.id, new.id}
        if vanishes:
            _keep_decision(work, stored.archived.id, new.id)
        touched |= self._group(work, stored, result, vanishes=vanishes)
        move(work, place, accepted=target_of(new.severity, work.head(new.id)) == "documents")
        work.flush()
        after = Work(self._archive)
        if not new.shared:
            touched |= versions.texts_of(after, new.fingerprint)
        failed = publish(after, self._index, touched).failed
        if key != stored.key:
            self._archive.put("doc", [Row(stored.key, {REPLACED: key.encode()}, now_ms)])
        return failed

    def _group(self, work: Work, stored: Stored, result: Result, *, vanishes: bool) -> set[str]:
        """Documents whose group is another from now on."""
        old, cleaned = stored.archived, result.outcome
        groups = Groups(self._archive, work, days=self._days)
        if isinstance(cleaned, Cleaned):
            name = cleaned.signatures.content_hash
            head, before = work.head(name), work.head(old.id)
            if vanishes and not head.group and before.group:
                head.group = name if before.group == old.id else before.group
                head.kind, head.grouped_ms = before.kind, before.grouped_ms
            if cleaned.severity is Severity.DROP:
                groups.stand_alone(name, stored.ms)
            else:
                again = old.cleaner_version != SIGNATURE_VERSION
                groups.join(cleaned.signatures, old.fingerprint, stored.ms, versioned=not result.shared, again=again)
        if not vanishes:
            return set()
        heir = cleaned.signatures.content_hash if isinstance(cleaned, Cleaned) else ""
        return pass_on(work, groups, self._index, old.id, heir, stored.ms)


def scan(archive: Archive, *, after: str = "", rows: int = 200) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Every row of `doc` behind `after`, read `rows` at a time."""
    while True:
        found = list(archive.scan("doc", start=f"{after}\x01" if after else "", limit=rows))
        yield from found
        if len(found) < rows:
            return
        after = found[-1][0]


def _cells(new: Archived, result: Result) -> dict[str, bytes]:
    return info_cells(new, every=True) | raw_cells(result.document, result.document.raw) | {REPLACED: b""}


def _is_last(work: Work, place: Place) -> bool:
    """Whether nothing is left of the old document once this row is another."""
    old = place.old
    sights = work.sights(old.id)
    others = [name for name in sights if name != old.fingerprint]
    here = work.sight(old.id, old.fingerprint)
    return not others and (here is None or not place.others(here))


def _keep_decision(work: Work, old: str, new: str) -> None:
    """What a person decided of the text holds for what today's rules make of it, unless that was decided on its own."""
    before, head = work.head(old), work.head(new)
    if before.decision and not head.decision:
        head.decision, head.decided_ms, head.fix = before.decision, before.decided_ms, before.fix
        work.stage("doc", [head.decision_row(before.decided_by)])
