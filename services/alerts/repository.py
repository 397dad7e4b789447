"""Queries on alerts, incidents and their history."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Select, delete, func, or_, select, update
from sqlalchemy.orm import Session

from kit.chunks import chunks
from services.alerts.models import AlertCursor, AlertEvent, AlertIncident, AlertNotice, AlertState
from services.alerts.schemas import InboxFilter
from services.monitoring.changes import Subject

_IN_MAX = 500


def seen(session: Session) -> dict[str, datetime]:
    return dict(session.execute(select(AlertCursor.check_key, AlertCursor.seen_at)).all())


def note_seen(session: Session, check_key: str, at: datetime) -> None:
    session.merge(AlertCursor(check_key=check_key, seen_at=at))


def states(session: Session, check_key: str) -> dict[Subject, AlertState]:
    rows = session.scalars(select(AlertState).where(AlertState.check_key == check_key))
    return {Subject(row.subject_type, row.subject_id): row for row in rows}


def states_in(session: Session, phases: Collection[str], prefixes: Collection[str]) -> list[AlertState]:
    """Alerts in these phases of checks whose keys begin so."""
    begins = or_(*(AlertState.check_key.startswith(prefix) for prefix in prefixes))
    return list(session.scalars(select(AlertState).where(AlertState.phase.in_(sorted(phases)), begins)))


def incidents(session: Session, ids: Collection[int]) -> dict[int, AlertIncident]:
    found: dict[int, AlertIncident] = {}
    for chunk in chunks(sorted(ids), _IN_MAX):
        rows = session.scalars(select(AlertIncident).where(AlertIncident.id.in_(chunk)))
        found |= {row.id: row for row in rows}
    return found


def incident(session: Session, incident_id: int) -> AlertIncident | None:
    return session.get(AlertIncident, incident_id)


def due(session: Session, now: datetime, limit: int) -> list[AlertIncident]:
    """To be looked at by whoever tells, the oldest first."""
    statement = select(AlertIncident).where(AlertIncident.due_at <= now).order_by(AlertIncident.id)
    return list(session.scalars(statement.limit(limit)))


def firing(session: Session, parts: Collection[str]) -> list[AlertIncident]:
    statement = select(AlertIncident).where(AlertIncident.state == "firing", AlertIncident.slice.in_(sorted(parts)))
    return list(session.scalars(statement))


def silenced(session: Session, silence_id: int) -> list[AlertIncident]:
    """What fires and is silenced by it."""
    where = (AlertIncident.state == "firing", AlertIncident.silenced_by == silence_id)
    return list(session.scalars(select(AlertIncident).where(*where).order_by(AlertIncident.id)))


def postpone(session: Session, ids: Collection[int], until: datetime) -> None:
    for chunk in chunks(sorted(ids), _IN_MAX):
        statement = update(AlertIncident).where(AlertIncident.id.in_(chunk)).values(due_at=until)
        session.execute(statement.execution_options(synchronize_session=False))


def matching(wanted: InboxFilter) -> Select[AlertIncident]:
    statement = select(AlertIncident)
    for name in ("state", "slice", "severity", "owner", "assignee", "subject_id"):
        if value := getattr(wanted, name):
            statement = statement.where(getattr(AlertIncident, name) == value)
    if not wanted.quiet:
        statement = statement.where(AlertIncident.held_by.is_(None))
    return statement


def newest(
    session: Session, statement: Select[AlertIncident], before_id: int | None, limit: int
) -> list[AlertIncident]:
    if before_id is not None:
        statement = statement.where(AlertIncident.id < before_id)
    return list(session.scalars(statement.order_by(AlertIncident.id.desc()).limit(limit)))


def counts(session: Session) -> dict[str, int]:
    """Firing incidents by severity; those that another one explains are left out."""
    statement = select(AlertIncident.severity, func.count()).where(
        AlertIncident.state == "firing", AlertIncident.held_by.is_(None)
    )
    return dict(session.execute(statement.group_by(AlertIncident.severity)).all())


def events(session: Session, incident_id: int, limit: int = 200) -> list[AlertEvent]:
    statement = select(AlertEvent).where(AlertEvent.incident_id == incident_id).order_by(AlertEvent.id.desc())
    return list(session.scalars(statement.limit(limit)))


def prune(session: Session, before: datetime, limit: int) -> int:
    """Deletes ended incidents with their history, and notices, that are older; how many."""
    where = (AlertIncident.state != "firing", AlertIncident.opened_at < before)
    ids = list(session.scalars(select(AlertIncident.id).where(*where).limit(limit)))
    for chunk in chunks(ids, _IN_MAX):
        for statement in (
            delete(AlertEvent).where(AlertEvent.incident_id.in_(chunk)),
            delete(AlertIncident).where(AlertIncident.id.in_(chunk)),
        ):
            session.execute(statement.execution_options(synchronize_session=False))
    old = delete(AlertNotice).where(AlertNotice.state != "waiting", AlertNotice.created_at < before)
    session.execute(old.execution_options(synchronize_session=False))
    return len(ids)


def add_all(session: Session, rows: Sequence[object]) -> None:
    session.add_all(rows)
    session.flush()
