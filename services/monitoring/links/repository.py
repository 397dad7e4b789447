"""Queries on pages that are looked at again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from services.monitoring import upsert
from services.monitoring.links.models import LinkCheck, LinkWalk
from services.orm import NEVER

WALK = "documents"


def walk(session: Session) -> LinkWalk | None:
    return session.get(LinkWalk, WALK)


def set_walk(session: Session, place: Sequence[str], at: datetime) -> None:
    upsert.put(session, LinkWalk, [{"name": WALK, "place": list(place), "taken_at": at}])


def known(session: Session, fingerprints: Sequence[str]) -> set[str]:
    """Those that are being looked at already."""
    where = (LinkCheck.fingerprint.in_(fingerprints), LinkCheck.next_at < NEVER)
    return set(session.scalars(select(LinkCheck.fingerprint).where(*where)))


def put(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    upsert.put(session, LinkCheck, rows)


def due(session: Session, now: datetime, limit: int) -> list[LinkCheck]:
    statement = select(LinkCheck).where(LinkCheck.next_at <= now).order_by(LinkCheck.next_at)
    return list(session.scalars(statement.limit(limit)))


def get(session: Session, fingerprint: str) -> LinkCheck | None:
    return session.get(LinkCheck, fingerprint)


def counts(session: Session, since: datetime) -> Sequence[Row[*tuple[Any, ...]]]:
    """(source, state, reason, pages) of what was looked at since then."""
    keys = (LinkCheck.source_id, LinkCheck.state, LinkCheck.reason)
    return session.execute(select(*keys, func.count()).where(LinkCheck.checked_at >= since).group_by(*keys)).all()
