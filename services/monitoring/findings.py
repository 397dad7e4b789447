"""What alerts read of the monitors: which looks there were, and what they found."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy.orm import Session

from services.monitoring import repository
from services.monitoring.base import State
from services.monitoring.changes import Subject
from services.monitoring.models import CheckState

_ALARMING = (str(State.WARN), str(State.DOWN))


class Look(NamedTuple):
    """The last run of a check. `failed`: it could not look; what it found before stays as it was."""

    check_key: str
    slice: str
    at: datetime
    failed: bool


class Found(Struct, frozen=True):
    subject: Subject
    state: State
    value: float | None
    expected: str
    evidence: dict[str, Any]


def looks(session: Session) -> list[Look]:
    return [Look(run.check_key, run.slice, run.checked_at, bool(run.error)) for run in repository.runs(session)]


def alarming(session: Session, check_key: str, blind: Collection[str]) -> list[Found]:
    """Subjects in a state to be told of; of the subject types `blind` also those of which nothing is known."""
    rows = repository.found(session, check_key, _ALARMING)
    return _all([*rows, *repository.found(session, check_key, (str(State.UNKNOWN),), blind)])


def of_subjects(session: Session, check_key: str, subjects: Collection[Subject]) -> list[Found]:
    """Those of them that the check reports."""
    return _all(repository.of_subjects(session, check_key, subjects))


def watched(session: Session, check_key: str) -> int:
    """Subjects of which the check knows something."""
    return repository.watched(session, check_key)


def _all(rows: Iterable[CheckState]) -> list[Found]:
    return [
        Found(Subject(row.subject_type, row.subject_id), State(row.state), row.value, row.expected, row.evidence)
        for row in rows
    ]
