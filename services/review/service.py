"""Approving and rejecting flagged documents (requirement L4)."""

from __future__ import annotations

from typing import Literal

from cleaner.sinks import review
from kit.clock import Clock, to_ms
from kit.ports.archive import Archive
from kit.ports.index import Query, SearchIndex, SearchResult
from services.audit.service import AuditService

Decision = Literal["approved", "rejected"]


class ReviewService:
    """A decision is kept in the archive, so that replays and later cleaning respect it, and takes effect in the index at once."""

    def __init__(self, archive: Archive, index: SearchIndex, clock: Clock, audit: AuditService) -> None:
        self._archive = archive
        self._index = index
        self._clock = clock
        self._audit = audit

    def waiting(self, *, limit: int = 50, after: tuple[str, ...] = (), flag: str = "") -> SearchResult:
        """Documents that wait for a decision (with this flag), newest first, with their flags counted."""
        filters = {"flags": (flag,)} if flag else {}
        return self._index.search(
            "review", Query(limit=limit, after=after, filters=filters, facets=("flags", "source_id"))
        )

    def decide(self, content_hash: str, decision: Decision, *, actor: str, note: str = "") -> None:
        """Approved: moves to the main index. Rejected: shown in no index. A later decision replaces an earlier one.

        Raises NotFound for an unknown document; BackendUnavailable when the index must be asked again (the decision is kept).
        """
        now_ms = to_ms(self._clock.now())
        review.decide(self._archive, self._index, content_hash, decision, by=actor, now_ms=now_ms)
        after = {"decision": decision, **({"note": note[:500]} if note else {})}
        self._audit.record(actor, decision, "document", content_hash, {}, after)
