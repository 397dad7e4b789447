"""Approving, putting right and rejecting flagged documents, and what these decisions say of the rules (requirement L4)."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy.orm import Session

from cleaner.sinks import review
from cleaner.sinks.archived import Archived
from cleaner.sinks.fix import Fix
from kit.clock import Clock, to_ms
from kit.errors import InvalidInput, NotFound
from kit.ports.archive import Archive
from kit.ports.index import Query, SearchIndex, SearchResult
from services.audit.service import AuditService
from services.review import repository
from services.review.models import ReviewDecision
from services.review.schemas import DecisionView, RulePrecision

Decision = Literal["approved", "rejected"]
RECENT: Final = 20_000
"""Decisions that a rule's precision is counted over: what rules said long ago is no longer what they say."""

_TITLE_MAX, _CONTENT_MAX = 300, 1_000_000


class ReviewService:
    """A decision is kept in the archive, so that replays and later cleaning respect it, and takes effect in the index at once."""

    def __init__(
        self, session: Session, archive: Archive, index: SearchIndex, clock: Clock, audit: AuditService
    ) -> None:
        self._session = session
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

    def decide(
        self, content_hash: str, decision: Decision, *, actor: str, note: str = "", example: bool = False
    ) -> None:
        """Approved: moves to the main index. Rejected: shown in no index. A later decision replaces an earlier one.

        Raises NotFound for an unknown document; BackendUnavailable when the index must be asked again (the decision is kept).
        """
        found = review.shown(self._archive, content_hash)
        self._keep(found, decision, actor, note, example=example)
        review.decide(self._archive, self._index, content_hash, decision, by=actor, now_ms=self._now_ms())
        self._tell(actor, decision, content_hash, note)

    def fix(self, content_hash: str, fix: Fix, *, actor: str, note: str = "", example: bool = False) -> None:
        """Puts fields right and approves. Raises InvalidInput for a value that cannot stand; otherwise as `decide`."""
        _check(fix)
        found = review.shown(self._archive, content_hash)
        self._keep(found, "fixed", actor, note, example=example)
        review.decide(self._archive, self._index, content_hash, "approved", by=actor, now_ms=self._now_ms(), fix=fix)
        self._tell(actor, "fixed", content_hash, note, fields=sorted(fix.cells()))

    def undo(self, content_hash: str, *, actor: str) -> None:
        """As if nobody had decided. Raises as `decide`."""
        found = review.shown(self._archive, content_hash)
        self._keep(found, "undone", actor, "", example=False)
        review.undo(self._archive, self._index, content_hash, by=actor, now_ms=self._now_ms())
        self._tell(actor, "undone", content_hash, "")

    def mark_example(self, content_hash: str, *, actor: str, example: bool) -> None:
        """Keeps the latest decision as an example of what its rules should say. Raises NotFound."""
        row = repository.latest_of(self._session, content_hash)
        if row is None or row.action == "undone":
            raise NotFound(f"nobody has decided about document {content_hash[:32]}")
        before, row.example = row.example, example
        self._audit.record(actor, "example", "document", content_hash, {"example": before}, {"example": example})

    def latest(self, limit: int = 50) -> list[DecisionView]:
        """Decisions that hold, newest first."""
        return [_view(row) for row in repository.latest(self._session, limit)]

    def precision(self) -> list[RulePrecision]:
        """Per flag that somebody decided about, most often decided first."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for flags, action in repository.flags_and_actions(self._session, RECENT):
            for flag in flags:
                counts[flag][action] += 1
        found = [RulePrecision(flag, one["approved"], one["fixed"], one["rejected"]) for flag, one in counts.items()]
        return sorted(found, key=lambda one: (-one.decided, one.flag))

    def _keep(self, found: Archived, action: str, actor: str, note: str, *, example: bool) -> None:
        row = ReviewDecision(
            content_hash=found.id, source_id=found.source_id[:20], title=found.title[:_TITLE_MAX], url=found.url[:2000],
            action=action, latest=True, example=example, flags=list(found.flags), evidence=dict(found.evidence),
            note=note[:500], actor=actor[:120], decided_at=self._clock.now(),
        )  # fmt: skip
        repository.add(self._session, row)

    def _tell(self, actor: str, action: str, content_hash: str, note: str, **more: Any) -> None:
        after = {"decision": action, **({"note": note[:500]} if note else {}), **more}
        self._audit.record(actor, action, "document", content_hash, {}, after)

    def _now_ms(self) -> int:
        return to_ms(self._clock.now())


def _check(fix: Fix) -> None:
    if not fix.cells():
        raise InvalidInput("nothing is put right: give a title, a text or a publish time", field="title")
    if fix.title is not None and not 0 < len(fix.title.strip()) <= _TITLE_MAX:
        raise InvalidInput(f"must have 1 to {_TITLE_MAX} characters", field="title")
    if fix.content is not None and not 0 < len(fix.content.strip()) <= _CONTENT_MAX:
        raise InvalidInput(f"must have 1 to {_CONTENT_MAX:,} characters", field="content")
    if fix.publish_time:
        try:
            datetime.fromisoformat(fix.publish_time)
        except ValueError as error:
            raise InvalidInput(
                "expected a day or a moment as in 2026-01-31T08:00:00+08:00", field="publish_time"
            ) from error


def _view(row: ReviewDecision) -> DecisionView:
    return DecisionView(
        row.content_hash, row.source_id, row.title, row.url, row.action, row.example, tuple(row.flags), row.evidence, row.note,
        row.actor, row.decided_at,
    )  # fmt: skip
