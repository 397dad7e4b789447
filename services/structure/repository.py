"""Queries on families, cases and counts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime

from sqlalchemy import CursorResult, delete, func, select, update
from sqlalchemy.orm import Session

from services.monitoring import upsert
from services.structure.models import StructureCase, StructureDaily, StructureFamily, StructureSite
from services.structure.schemas import UNSETTLED

_UNSETTLED = [str(one) for one in UNSETTLED]


def add(session: Session, row: StructureSite | StructureFamily | StructureCase) -> None:
    session.add(row)
    session.flush()


def site(session: Session, source_id: int) -> StructureSite | None:
    return session.get(StructureSite, source_id, with_for_update=True)


def sites(session: Session, ids: Collection[int]) -> dict[int, StructureSite]:
    rows = session.scalars(select(StructureSite).where(StructureSite.source_id.in_(ids)))
    return {row.source_id: row for row in rows}


def changed_sites(session: Session, since: datetime, limit: int) -> list[tuple[int, int]]:
    """(source id, version) of those changed since then."""
    statement = select(StructureSite.source_id, StructureSite.version).where(StructureSite.changed_at >= since)
    rows = session.execute(statement.order_by(StructureSite.changed_at.desc()).limit(limit))
    return [(row[0], row[1]) for row in rows]


def family(session: Session, source_id: int, key: str) -> StructureFamily | None:
    return session.get(StructureFamily, (source_id, key), with_for_update=True)


def families(session: Session, ids: Collection[int]) -> list[StructureFamily]:
    return list(session.scalars(select(StructureFamily).where(StructureFamily.source_id.in_(ids))))


def count_families(session: Session, source_id: int) -> int:
    statement = select(func.count()).where(StructureFamily.source_id == source_id)
    return session.scalar(statement) or 0


def case(session: Session, case_id: int, *, lock: bool = False) -> StructureCase | None:
    return session.get(StructureCase, case_id, with_for_update=lock)


def latest_case(session: Session, source_id: int, key: str) -> StructureCase | None:
    statement = select(StructureCase).where(StructureCase.source_id == source_id, StructureCase.family_key == key)
    return session.scalar(statement.order_by(StructureCase.id.desc()).limit(1).with_for_update())


def cases(session: Session, statuses: Collection[str], *, before: int | None, limit: int) -> list[StructureCase]:
    """Newest first."""
    statement = select(StructureCase)
    if statuses:
        statement = statement.where(StructureCase.status.in_(statuses))
    if before is not None:
        statement = statement.where(StructureCase.id < before)
    return list(session.scalars(statement.order_by(StructureCase.id.desc()).limit(limit)))


def unsettled(session: Session, ids: Collection[int] | None = None) -> list[StructureCase]:
    """Cases that nobody has settled (of these sources), oldest first."""
    statement = select(StructureCase).where(StructureCase.status.in_(_UNSETTLED))
    if ids is not None:
        statement = statement.where(StructureCase.source_id.in_(ids))
    return list(session.scalars(statement.order_by(StructureCase.id)))


def rejected(session: Session, status: str) -> list[StructureCase]:
    return list(session.scalars(select(StructureCase).where(StructureCase.status == status).order_by(StructureCase.id)))


def decided_since(session: Session, since: datetime) -> list[StructureCase]:
    return list(session.scalars(select(StructureCase).where(StructureCase.decided_at >= since)))


def count(session: Session, day: date, source_id: int, judged: int, blocked: int) -> None:
    row = {"day": day, "source_id": source_id, "judged": judged, "blocked": blocked}
    upsert.add_up(session, StructureDaily, [row], ("judged", "blocked"))


def daily(session: Session, day: date, source_id: int) -> tuple[int, int]:
    """(judged, blocked)."""
    statement = select(StructureDaily.judged, StructureDaily.blocked)
    found = session.execute(
        statement.where(StructureDaily.day == day, StructureDaily.source_id == source_id)
    ).one_or_none()
    return (found[0], found[1]) if found else (0, 0)


def forget_days(session: Session, source_id: int) -> None:
    """Counts begin anew once somebody has decided."""
    session.execute(delete(StructureDaily).where(StructureDaily.source_id == source_id))


def delete_days(session: Session, before: date) -> int:
    return _count(session.execute(delete(StructureDaily).where(StructureDaily.day < before)))


def delete_cases(session: Session, decided_before: datetime, statuses: Sequence[str]) -> int:
    old = StructureCase.decided_at < decided_before
    return _count(session.execute(delete(StructureCase).where(old, StructureCase.status.in_(statuses))))


def touch(session: Session, source_id: int, now: datetime) -> None:
    """Another version, so that collectors hear of it."""
    statement = update(StructureSite).where(StructureSite.source_id == source_id)
    session.execute(statement.values(version=StructureSite.version + 1, changed_at=now))


def _count(result: object) -> int:
    assert isinstance(result, CursorResult)
    return int(result.rowcount)
