"""What the index shall say of a document, as a function of what the archive holds; nothing else goes into it."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from cleaner.sinks import versions
from cleaner.sinks.archived import Archived
from cleaner.sinks.fix import read_fix
from cleaner.sinks.state import Head, Sight
from cleaner.sinks.work import Work
from kit.contracts.stored import IndexDocument
from kit.ports.index import IndexName

MAX_INDEXED_CHARS = 200_000
"""Longer content is searched by its beginning; the archive holds all of it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """`target` is the index that shall show the document, None for neither. `fresh`: no index can hold it yet."""

    document: IndexDocument
    target: IndexName | None
    fresh: bool


def build(work: Work, content_hash: str) -> Wanted | None:
    """None for a document that was never seen or whose archived row is gone."""
    sights = work.sights(content_hash)
    if not sights:
        return None
    shown = min(sights.values(), key=lambda sight: (not sight.good, sight.first, sight.fingerprint))
    archived = work.archived(shown.shown)
    if archived is None:
        return None
    head = work.head(content_hash)
    target = target_of(archived.severity, head)
    after, after_ms = versions.superseded(work, sights.values()) if target == "documents" else ("", 0)
    version = max(after_ms, head.decided_ms, *(sight.seen for sight in sights.values()))
    document = _document(archived, shown, head, version=version, after=after, sightings=len(sights))
    document = replace(document, **read_fix(head.fix).cells()) if target == "documents" else document
    if target == "documents" and not archived.shared:
        document = _with_page_version(document, versions.page_version(work, shown))
    return Wanted(document, target, work.fresh(content_hash))


def target_of(severity: str, head: Head) -> IndexName | None:
    """A person's decision comes before the rules' severity; what the rules drop is not even reviewed."""
    if head.decision:
        return "documents" if head.decision == "approved" else None
    targets: dict[str, IndexName] = {"clean": "documents", "review": "review"}
    return targets.get(severity)


def _document(
    archived: Archived, shown: Sight, head: Head, *, version: int, after: str, sightings: int
) -> IndexDocument:
    return IndexDocument(
        id=archived.id,
        version=version,
        url=archived.url,
        host=archived.host,
        title=archived.title,
        content=archived.content[:MAX_INDEXED_CHARS],
        source_id=archived.source_id,
        source_type=archived.source_type,
        source_name=archived.source_name,
        collect_time=archived.collect_time,
        publish_time=archived.publish_time,
        authors=archived.authors,
        language=archived.language,
        flags=archived.flags,
        tags=archived.tags,
        group=head.group or archived.id,
        duplicate_kind=head.kind,
        fingerprint=archived.fingerprint,
        superseded_by=after,
        task_id=archived.task_id,
        template_version=archived.template_version,
        score=archived.score,
        row_key=shown.shown,
        sightings=sightings,
    )


def _with_page_version(document: IndexDocument, number: int) -> IndexDocument:
    return replace(document, page_version=number) if number != 1 else document
