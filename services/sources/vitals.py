"""How sources are doing, light enough to be read for all of them every minute."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from msgspec import Struct
from sqlalchemy.orm import Session

from services.sources import repository_vitals

_BATCH = 5000


class Vitals(Struct, frozen=True):
    """A part of SourceView, see there."""

    id: int
    name: str
    status: int
    status_reason: str
    cron_expr: str
    timezone: str
    fail_count: int
    fail_weight: float
    last_failure: str
    last_failure_at: datetime | None
    last_run_at: datetime | None
    throttled_since: datetime | None
    created_at: datetime
    updated_at: datetime


def each(session: Session) -> Iterator[Vitals]:
    """Every source that is not deleted, by id, a batch in memory at a time."""
    last = 0
    while rows := repository_vitals.after(session, last, _BATCH):
        yield from (Vitals(*row) for row in rows)
        last = rows[-1].id


class Ownership(Struct, frozen=True):
    name: str
    owner: str
    labels: tuple[str, ...]


def ownership(session: Session, ids: Collection[int]) -> dict[int, Ownership]:
    """Whose the sources are, by id; deleted ones included."""
    return {ident: Ownership(*rest) for ident, *rest in repository_vitals.ownership(session, ids)}


def types(session: Session) -> dict[int, str]:
    """Source id → its type, of all that are not deleted."""
    return {ident: str(kind) for ident, kind in repository_vitals.types(session)}
