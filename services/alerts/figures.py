"""Counts of alerts for dashboards."""

from __future__ import annotations

from sqlalchemy.orm import Session

from services.alerts import repository, repository_telling
from services.alerts.schemas import ORDER


def firing(session: Session) -> dict[str, int]:
    """Severity → alerts that fire and that no other explains; 0 where there are none."""
    return {**dict.fromkeys(ORDER, 0), **repository.counts(session)}


def notices_waiting(session: Session) -> int:
    return repository_telling.count_waiting(session)
