"""Queries on channels, routes, silences and the outbox."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from services.alerts.models import AlertChannel, AlertNotice, AlertRoute, AlertSilence
from services.orm import insert_new


def channels(session: Session) -> list[AlertChannel]:
    return list(session.scalars(select(AlertChannel).order_by(AlertChannel.id)))


def channel(session: Session, channel_id: int) -> AlertChannel | None:
    return session.get(AlertChannel, channel_id)


def routes(session: Session) -> list[AlertRoute]:
    return list(session.scalars(select(AlertRoute).order_by(AlertRoute.position, AlertRoute.id)))


def route(session: Session, route_id: int) -> AlertRoute | None:
    return session.get(AlertRoute, route_id)


def silences(session: Session, now: datetime) -> list[AlertSilence]:
    """Those that have not ended."""
    return list(session.scalars(select(AlertSilence).where(AlertSilence.ends_at > now).order_by(AlertSilence.id)))


def silences_by_id(session: Session, ids: Collection[int]) -> dict[int, AlertSilence]:
    rows = session.scalars(select(AlertSilence).where(AlertSilence.id.in_(sorted(ids))))
    return {row.id: row for row in rows}


def silence(session: Session, silence_id: int) -> AlertSilence | None:
    return session.get(AlertSilence, silence_id)


def end_silences_of(session: Session, incident_ids: Collection[int], at: datetime) -> None:
    """Those that were to hold until these incidents ended."""
    where = (AlertSilence.incident_id.in_(sorted(incident_ids)), AlertSilence.ends_at > at)
    session.execute(update(AlertSilence).where(*where).values(ends_at=at).execution_options(synchronize_session=False))


def add_notice(session: Session, row: Mapping[str, Any]) -> None:
    """Writes a notice unless the same is there already."""
    table: Any = AlertNotice.__table__
    session.execute(insert_new(table, session.connection().dialect.name), [dict(row)])


def last_created(session: Session, since: datetime) -> dict[int, datetime]:
    """Channel → its newest firing notice since then."""
    statement = select(AlertNotice.channel_id, func.max(AlertNotice.created_at)).where(
        AlertNotice.created_at > since, AlertNotice.kind == "firing"
    )
    return dict(session.execute(statement.group_by(AlertNotice.channel_id)).all())


def waiting(session: Session, now: datetime, limit: int) -> list[AlertNotice]:
    where = (AlertNotice.state == "waiting", AlertNotice.due_at <= now)
    order = (AlertNotice.due_at, AlertNotice.created_at, AlertNotice.id)
    return list(session.scalars(select(AlertNotice).where(*where).order_by(*order).limit(limit)))


def claim(session: Session, notice: AlertNotice, worker: str, until: datetime) -> bool:
    """Whether this worker alone may send it until then."""
    where = (AlertNotice.id == notice.id, AlertNotice.state == "waiting", AlertNotice.attempts == notice.attempts)
    values = {"claimed_by": worker, "due_at": until, "attempts": notice.attempts + 1}
    done = session.execute(
        update(AlertNotice).where(*where).values(values).execution_options(synchronize_session=False)
    )
    return bool(getattr(done, "rowcount", 0))


def end_claim(session: Session, notice_id: str, worker: str, values: Mapping[str, Any]) -> bool:
    where = (AlertNotice.id == notice_id, AlertNotice.claimed_by == worker, AlertNotice.state == "waiting")
    done = session.execute(
        update(AlertNotice).where(*where).values(dict(values)).execution_options(synchronize_session=False)
    )
    return bool(getattr(done, "rowcount", 0))


def note_channel(session: Session, channel_id: int, values: Mapping[str, Any]) -> None:
    statement = update(AlertChannel).where(AlertChannel.id == channel_id).values(dict(values))
    session.execute(statement.execution_options(synchronize_session=False))


def count_failure(session: Session, channel_id: int, error: str) -> None:
    values = {"failures": AlertChannel.failures + 1, "last_error": error}
    statement = update(AlertChannel).where(AlertChannel.id == channel_id).values(values)
    session.execute(statement.execution_options(synchronize_session=False))


def notices(session: Session, limit: int) -> list[AlertNotice]:
    return list(session.scalars(select(AlertNotice).order_by(AlertNotice.created_at.desc()).limit(limit)))


def drop_notices(session: Session, channel_id: int) -> None:
    """What waits for a channel that is taken away."""
    where = (AlertNotice.channel_id == channel_id, AlertNotice.state == "waiting")
    session.execute(delete(AlertNotice).where(*where).execution_options(synchronize_session=False))


def add(session: Session, row: object) -> None:
    session.add(row)
    session.flush()


def remove(session: Session, row: object) -> None:
    session.delete(row)
    session.flush()


def all_silences(session: Session, limit: int) -> Sequence[AlertSilence]:
    return list(session.scalars(select(AlertSilence).order_by(AlertSilence.id.desc()).limit(limit)))


def count_waiting(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(AlertNotice).where(AlertNotice.state == "waiting")) or 0
