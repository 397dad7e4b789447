"""A person's decision on a document: kept in the archive, where every later cleaning and replay finds it."""

from __future__ import annotations

from typing import Literal

from cleaner.sinks import versions
from cleaner.sinks.publish import publish
from cleaner.sinks.state import Sight
from cleaner.sinks.work import Work
from kit.errors import BackendUnavailable, NotFound
from kit.ports.archive import Archive
from kit.ports.index import SearchIndex


def decide(
    archive: Archive,
    index: SearchIndex,
    content_hash: str,
    decision: Literal["approved", "rejected"],
    *,
    by: str,
    now_ms: int,
) -> None:
    """Approved: shown among the documents, and accepted as a version of its pages. Rejected: shown in no index.

    `by` names the person. Raises NotFound for an unknown document, BackendUnavailable.
    """
    work = Work(archive)
    sights = work.sights(content_hash)
    if not sights:
        raise NotFound(f"no document {content_hash[:32]} in the archive")
    head = work.head(content_hash)
    head.decision, head.decided_ms = decision, now_ms
    work.stage("doc", [head.decision_row(by)])
    touched = {content_hash}
    for sight in list(sights.values()):
        touched |= _place(work, sight, decision)
    work.flush()
    failed = publish(work, index, touched).failed
    if failed:
        raise BackendUnavailable(
            f"decision kept, but the index refused {sorted(failed)}: {sorted(set(failed.values()))}"
        )


def _place(work: Work, sight: Sight, decision: str) -> set[str]:
    """Documents of the same page whose place may have changed."""
    archived = work.archived(sight.shown)
    if archived is None or archived.shared:
        return set()
    if decision == "approved":
        versions.accept(work, sight.fingerprint, sight.content_hash, sight.seen)
    return versions.texts_of(work, sight.fingerprint)
