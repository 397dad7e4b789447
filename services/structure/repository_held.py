"""Queries on documents in quarantine."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from services.structure.models import StructureHeld
from services.structure.schemas import HeldStatus


def get(session: Session, held_key: str) -> StructureHeld | None:
    return session.get(StructureHeld, held_key)


def add(session: Session, row: StructureHeld) -> None:
    session.add(row)
    session.flush()


def of_case(
    session: Session, case_id: int, *, source_id: int | None = None, limit: int, after: str = ""
) -> list[StructureHeld]:
    """By key."""
    statement = select(StructureHeld).where(StructureHeld.case_id == case_id, StructureHeld.held_key > after)
    if source_id is not None:
        statement = statement.where(StructureHeld.source_id == source_id)
    return list(session.scalars(statement.order_by(StructureHeld.held_key).limit(limit)))


def counts(session: Session, case_ids: Collection[int]) -> dict[int, dict[str, int]]:
    """Case → status → documents."""
    statement = select(StructureHeld.case_id, StructureHeld.status, func.count())
    rows = session.execute(
        statement.where(StructureHeld.case_id.in_(case_ids)).group_by(StructureHeld.case_id, StructureHeld.status)
    )
    found: dict[int, dict[str, int]] = {}
    for case_id, status, number in rows:
        found.setdefault(case_id, {})[status] = number
    return found


def move(session: Session, case_id: int, source_id: int, before: Sequence[HeldStatus], after: HeldStatus) -> None:
    """All of a case and source that stand at one of `before` go on to `after`."""
    statement = update(StructureHeld).where(
        StructureHeld.case_id == case_id, StructureHeld.source_id == source_id, StructureHeld.status.in_(before)
    )
    session.execute(statement.values(status=after, reason="").execution_options(synchronize_session=False))


def waiting(session: Session, status: HeldStatus, limit: int, *, after: str = "") -> list[StructureHeld]:
    statement = select(StructureHeld).where(StructureHeld.status == status, StructureHeld.held_key > after)
    return list(session.scalars(statement.order_by(StructureHeld.held_key).limit(limit)))


def of_page(session: Session, source_id: int, page: str, case_id: int, but: str) -> bool:
    """Whether a document of another task, of the same page and case, is held."""
    statement = select(StructureHeld.held_key).where(
        StructureHeld.source_id == source_id, StructureHeld.case_id == case_id, StructureHeld.page == page,
        StructureHeld.held_key != but,
    )  # fmt: skip
    return session.scalar(statement.limit(1)) is not None


def set_status(session: Session, keys: Collection[str], status: HeldStatus, now: datetime) -> None:
    statement = update(StructureHeld).where(StructureHeld.held_key.in_(keys))
    session.execute(statement.values(status=status, at=now).execution_options(synchronize_session=False))


def set_tried(session: Session, held_key: str, template_version: str, reason: str) -> None:
    statement = update(StructureHeld).where(StructureHeld.held_key == held_key)
    session.execute(
        statement.values(template_version=template_version, reason=reason[:300]).execution_options(
            synchronize_session=False
        )
    )


def released_before(session: Session, moment: datetime, limit: int) -> list[StructureHeld]:
    old = StructureHeld.at < moment
    statement = select(StructureHeld).where(StructureHeld.status == HeldStatus.RELEASED, old)
    return list(session.scalars(statement.limit(limit)))


def remove(session: Session, keys: Collection[str]) -> None:
    session.execute(delete(StructureHeld).where(StructureHeld.held_key.in_(keys)))
