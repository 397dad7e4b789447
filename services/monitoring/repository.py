"""Queries on states, their changes, and runs of checks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from kit.chunks import chunks
from services.monitoring import upsert
from services.monitoring.changes import Flip, Held, Subject
from services.monitoring.models import CheckFlip, CheckRun, CheckState

_IN_MAX = 500


def held(session: Session, key: str) -> dict[Subject, Held]:
    """What is stored of one check."""
    # Columns of the table instead of the class: this is read for hundreds of thousands of subjects.
    row = CheckState.__table__.c
    statement = select(row.subject_type, row.subject_id, row.state, row.value, row.expected, row.evidence)
    rows = session.connection().execute(statement.where(row.check_key == key))
    return {Subject(kind, ident): Held(*rest) for kind, ident, *rest in rows}


def add(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    upsert.put(session, CheckState, rows)


def change(session: Session, key: str, found: Mapping[Subject, Held], at: datetime, *, turned: bool) -> None:
    """Writes findings over stored ones; `turned`: their state begins now."""
    if not found:
        return
    table = CheckState.__table__
    names = ("state", "value", "expected", "evidence")
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
    values |= {"checked_at": at, "since": at} if turned else {"checked_at": at}
    statement = update(CheckState).values(values)
    statement = statement.where(
        table.c.check_key == key,
        table.c.subject_type == bindparam("old_type"),
        table.c.subject_id == bindparam("old_id"),
    )
    rows = [
        {"old_type": subject.type, "old_id": subject.id, **{f"new_{n}": getattr(one, n) for n in names}}
        for subject, one in found.items()
    ]
    session.connection().execute(statement, rows)


def remove(session: Session, key: str, subjects: Sequence[Subject]) -> None:
    for where in _about(key, subjects):
        session.execute(delete(CheckState).where(where).execution_options(synchronize_session=False))


def add_flips(session: Session, key: str, flips: Sequence[Flip], at: datetime) -> None:
    rows = [
        {
            "at": at,
            "check_key": key,
            "subject_type": flip.subject.type,
            "subject_id": flip.subject.id,
            "before": flip.before,
            "after": flip.after,
            "value": flip.held.value,
            "expected": flip.held.expected,
            "evidence": flip.held.evidence,
        }
        for flip in flips
    ]
    if rows:
        session.execute(insert(CheckFlip), rows)


def put_run(session: Session, row: Mapping[str, Any]) -> None:
    upsert.put(session, CheckRun, [row])


def runs(session: Session) -> list[CheckRun]:
    return list(session.scalars(select(CheckRun).order_by(CheckRun.slice, CheckRun.check_key)))


def forget_checks(session: Session, known: Collection[str]) -> None:
    """Deletes states and runs of checks that do not exist any more; their history stays."""
    for model in (CheckState, CheckRun):
        statement = delete(model).where(model.check_key.not_in(sorted(known)))
        session.execute(statement.execution_options(synchronize_session=False))


def counts(session: Session) -> dict[tuple[str, str], int]:
    """(slice, state) → subjects."""
    statement = select(CheckState.slice, CheckState.state, func.count()).group_by(CheckState.slice, CheckState.state)
    return {(part, state): count for part, state, count in session.execute(statement)}


def in_state(session: Session, part: str, state: str, limit: int) -> list[CheckState]:
    """The longest in this state first."""
    statement = select(CheckState).where(CheckState.slice == part, CheckState.state == state)
    return list(session.scalars(statement.order_by(CheckState.since).limit(limit)))


def of_subject(session: Session, subject_type: str, subject_id: str) -> list[CheckState]:
    where = (CheckState.subject_type == subject_type, CheckState.subject_id == subject_id)
    return list(session.scalars(select(CheckState).where(*where).order_by(CheckState.check_key)))


def flips(
    session: Session, subject_type: str, subject_id: str, *, before_id: int | None, limit: int
) -> list[CheckFlip]:
    """Newest first; of all subjects when none is named."""
    statement = select(CheckFlip)
    if subject_type:
        statement = statement.where(CheckFlip.subject_type == subject_type, CheckFlip.subject_id == subject_id)
    if before_id is not None:
        statement = statement.where(CheckFlip.id < before_id)
    return list(session.scalars(statement.order_by(CheckFlip.id.desc()).limit(limit)))


def delete_flips_before(session: Session, moment: datetime, limit: int) -> int:
    statement = select(CheckFlip.id).where(CheckFlip.at < moment).order_by(CheckFlip.at).limit(limit)
    ids = list(session.scalars(statement))
    for start in range(0, len(ids), _IN_MAX):
        chosen = delete(CheckFlip).where(CheckFlip.id.in_(ids[start : start + _IN_MAX]))
        session.execute(chosen.execution_options(synchronize_session=False))
    return len(ids)


def found(session: Session, key: str, states: Collection[str], types: Collection[str] = ()) -> list[CheckState]:
    """What a check found in one of `states`, of all subjects or those of `types`."""
    statement = select(CheckState).where(CheckState.check_key == key, CheckState.state.in_(sorted(states)))
    if types:
        statement = statement.where(CheckState.subject_type.in_(sorted(types)))
    return list(session.scalars(statement))


def of_subjects(session: Session, key: str, subjects: Collection[Subject]) -> list[CheckState]:
    rows: list[CheckState] = []
    for where in _about(key, subjects):
        rows.extend(session.scalars(select(CheckState).where(where)))
    return rows


def watched(session: Session, key: str) -> int:
    """Subjects of a check of which something is known."""
    statement = select(func.count()).select_from(CheckState)
    return session.scalar(statement.where(CheckState.check_key == key, CheckState.state != "unknown")) or 0


def _about(key: str, subjects: Collection[Subject]) -> Iterator[ColumnElement[bool]]:
    """Conditions that together find what a check says of these subjects, few enough in each."""
    by_type: dict[str, list[str]] = {}
    for subject in subjects:
        by_type.setdefault(subject.type, []).append(subject.id)
    for kind, ids in by_type.items():
        for chunk in chunks(ids, _IN_MAX):
            yield and_(CheckState.check_key == key, CheckState.subject_type == kind, CheckState.subject_id.in_(chunk))
