"""A person's decision on a document: kept in the archive, where every later cleaning and replay finds it."""

from __future__ import annotations

from typing import Literal

from cleaner.sinks import versions
from cleaner.sinks.archived import Archived
from cleaner.sinks.fix import Fix, write_fix
from cleaner.sinks.publish import publish
from cleaner.sinks.resight import Place, move
from cleaner.sinks.state import Decision, Sight
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
    fix: Fix | None = None,
) -> None:
    """Approved: shown among the documents, with what `fix` puts right, and accepted as a version of its pages. Rejected: shown in no index.

    `by` names the person. Raises NotFound for an unknown document, BackendUnavailable.
    """
    _decide(archive, index, content_hash, decision, by=by, now_ms=now_ms, fix=write_fix(fix) if fix else "")


def undo(archive: Archive, index: SearchIndex, content_hash: str, *, by: str, now_ms: int) -> None:
    """As if nobody had decided: the rules' severity holds again, and what was put right is forgotten. Raises as `decide`."""
    _decide(archive, index, content_hash, "", by=by, now_ms=now_ms, fix="")


def shown(archive: Archive, content_hash: str) -> Archived:
    """What was cleaned of the document, as the index shows it. Raises NotFound for an unknown document."""
    work = Work(archive)
    sights = work.sights(content_hash).values()
    first = min(sights, key=lambda sight: (not sight.good, sight.first, sight.fingerprint), default=None)
    found = work.archived(first.shown) if first else None
    if found is None:
        raise NotFound(f"no document {content_hash[:32]} in the archive")
    return found


def _decide(
    archive: Archive, index: SearchIndex, content_hash: str, decision: Decision, *, by: str, now_ms: int, fix: str
) -> None:
    work = Work(archive)
    sights = work.sights(content_hash)
    if not sights:
        raise NotFound(f"no document {content_hash[:32]} in the archive")
    head = work.head(content_hash)
    head.decision, head.decided_ms, head.fix = decision, max(now_ms, head.decided_ms + 1), fix
    work.stage("doc", [head.decision_row(by)])
    touched = {content_hash}
    for sight in list(sights.values()):
        touched |= _place(work, sight, decision, now_ms)
    work.flush()
    failed = publish(Work(archive), index, touched).failed
    if failed:
        raise BackendUnavailable(
            f"decision kept, but the index refused {sorted(failed)}: {sorted(set(failed.values()))}"
        )


def _place(work: Work, sight: Sight, decision: Decision, now_ms: int) -> set[str]:
    """Documents of the same page whose place may have changed."""
    archived = work.archived(sight.shown)
    if archived is None or archived.shared:
        return set()
    texts = versions.texts_of(work, sight.fingerprint)
    if decision == "approved":
        _come_back(work, sight, now_ms)
    elif not decision and archived.severity != "clean":
        move(work, Place(sight.shown, sight.shown, archived, archived, now_ms), accepted=False)
    return texts | versions.texts_of(work, sight.fingerprint)


def _come_back(work: Work, sight: Sight, now_ms: int) -> None:
    versions.accept(work, sight.fingerprint, sight.content_hash, sight.seen)
    work.restore_history(sight.fingerprint, sight.seen, sight.content_hash, now_ms)
