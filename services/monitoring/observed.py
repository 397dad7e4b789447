"""Events as the monitors take them in, and what may be made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from sqlalchemy.orm import Session

from kit.contracts.event import CollectEvent
from kit.ids import TaskId


@dataclass(frozen=True, slots=True)
class Seen:
    """An event whose ids are readable. `at` is its moment in UTC, kept plausible; `digest` is the same for the same event only."""

    event: CollectEvent
    task: TaskId
    source_id: int
    at: datetime
    digest: int

    @property
    def day(self) -> date:
        return self.at.date()


class Projection(Protocol):
    """Tables made of events."""

    def fold(self, session: Session, events: Sequence[Seen]) -> None:
        """Takes in events that were never taken in before, in the transaction that also notes how far the log was read."""

    def prune(self, session: Session, today: date, limit: int) -> int:
        """Deletes up to about `limit` rows that are too old; how many."""
