"""Bringing the two indexes to what the archive says, item by item, without touching what is right already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from cleaner.sinks.build import Wanted, build
from cleaner.sinks.work import Work
from kit.contracts.stored import IndexDocument
from kit.ports.index import IndexName, SearchIndex

_NAMES: tuple[IndexName, ...] = ("documents", "review")


@dataclass(slots=True)
class Published:
    """`written` are ids that changed in an index, `failed` maps id → why an index refused it for good."""

    written: set[str] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)


def publish(work: Work, index: SearchIndex, hashes: Iterable[str]) -> Published:
    """Called after the archive is written. Raises BackendUnavailable."""
    names = sorted(set(hashes))
    wanted = [found for name in names if (found := build(work, name)) is not None]
    vanished = [name for name in names if work.vanished(name)]
    result = Published()
    for name in _NAMES:
        changes = _changes(index, name, wanted) + _removals(index, name, vanished)
        for change, item in zip(changes, index.upsert(name, changes) if changes else [], strict=True):
            if item.status == "failed":
                result.failed[change.id] = item.reason
            elif item.status == "written":
                result.written.add(change.id)
    return result


def _changes(index: SearchIndex, name: IndexName, wanted: Sequence[Wanted]) -> list[IndexDocument]:
    ids = [one.document.id for one in wanted if not one.fresh]
    held = dict(zip(ids, index.get(name, ids) if ids else [], strict=True))
    buried = _tombstones(
        index, name, [one for one in wanted if one.target == name and held.get(one.document.id, one) is None]
    )
    changes = []
    for one in wanted:
        change = _change(one, held.get(one.document.id), buried.get(one.document.id), shown=one.target == name)
        if change is not None:
            changes.append(change)
    return changes


def _removals(index: SearchIndex, name: IndexName, vanished: Sequence[str]) -> list[IndexDocument]:
    held = index.get(name, vanished) if vanished else []
    return [replace(one, version=one.version + 1, deleted=True) for one in held if one is not None]


def _tombstones(index: SearchIndex, name: IndexName, missing: Sequence[Wanted]) -> dict[str, int]:
    """Versions of tombstones that stand where a document shall be shown."""
    ids = [one.document.id for one in missing]
    found = index.versions(name, ids) if ids else []
    return {document_id: version for document_id, version in zip(ids, found, strict=True) if version is not None}


def _change(one: Wanted, held: IndexDocument | None, buried: int | None, *, shown: bool) -> IndexDocument | None:
    """The archive decides alone. What a person removed is not shown again, because the decision is in the archive too."""
    document = one.document
    if held is None:
        older = -1 if buried is None else buried
        return replace(document, version=max(document.version, older + 1)) if shown else None
    if shown and replace(held, version=document.version) == document:
        return None
    return replace(document, version=max(document.version, held.version + 1), deleted=not shown)
