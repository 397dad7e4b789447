"""Who did what and when, with the values before and after (requirement C10)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from enum import Enum
from typing import Any

from sqlalchemy.orm import Session

from kit.clock import Clock
from services import paging
from services.audit import repository
from services.audit.masking import masked
from services.audit.models import AuditLog
from services.audit.schemas import AuditEntry, AuditFilter
from services.paging import Page


class AuditService:
    """Entries belong to the transaction of the action itself: both are kept or neither is."""

    def __init__(self, session: Session, clock: Clock) -> None:
        self._session = session
        self._clock = clock

    def record(
        self,
        actor: str,
        action: str,
        subject_type: str,
        subject_id: int | str,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> None:
        """Writes one entry with the fields that differ between `before` and `after`."""
        old, new = _changes(before or {}, after or {})
        entry = AuditLog(
            at=self._clock.now(),
            actor=actor[:64],
            action=action,
            subject_type=subject_type,
            subject_id=str(subject_id),
            before=masked(old),
            after=masked(new),
        )
        repository.add(self._session, entry)

    def page(self, wanted: AuditFilter | None = None, *, limit: int = 50, after: str = "") -> Page[AuditEntry]:
        """Newest first. `after` is the `next` of the page before."""
        statement = repository.matching(wanted or AuditFilter())
        last = paging.decode(after, [int])[0] if after else None
        rows = repository.newest(self._session, statement, before_id=last, limit=paging.checked_limit(limit) + 1)
        total, more = paging.capped_count(self._session, statement)
        following = paging.encode([rows[limit - 1].id]) if len(rows) > limit else ""
        return Page(tuple(_entry(row) for row in rows[:limit]), following, total, more)


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    old = {name: _plain(before[name]) for name in names if name in before}
    new = {name: _plain(after[name]) for name in names if name in after}
    return old, new


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime | date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def _entry(row: AuditLog) -> AuditEntry:
    return AuditEntry(row.id, row.at, row.actor, row.action, row.subject_type, row.subject_id, row.before, row.after)
