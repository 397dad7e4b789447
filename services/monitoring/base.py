"""What a check is and what it finds. Checks look, they change nothing."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Protocol

from msgspec import Struct
from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.ports.cache import Heartbeats
from kit.ports.log import Log
from kit.ports.queue import TaskQueue
from kit.settings import Settings
from services.db import Database


class State(StrEnum):
    """No data is UNKNOWN, never OK."""

    OK = "ok"
    WARN = "warn"
    DOWN = "down"
    UNKNOWN = "unknown"


WORST_FIRST = (State.DOWN, State.WARN, State.UNKNOWN, State.OK)


class Slice(StrEnum):
    SOURCE = "source"
    COLLECTION = "collection"
    SERVER = "server"
    QUALITY = "quality"


class Finding(Struct, frozen=True):
    """What a check says about one subject now.

    `value` is what was measured, None when nothing could be; `expected` says in short what would be fine, e.g. "<= 60 s".
    `evidence` is plain JSON: what a person needs to see why. Keep it stable while nothing changes: every difference is written.
    """

    subject_type: str
    subject_id: str
    state: State
    value: float | None = None
    expected: str = ""
    evidence: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class CheckContext:
    """All that a check may look at."""

    database: Database
    queue: TaskQueue
    heartbeats: Heartbeats
    log: Log
    clock: Clock
    settings: Settings = field(repr=False)

    def session(self) -> AbstractContextManager[Session]:
        """A transaction for reading only."""
        return self.database.session(read_only=True)


class Check(Protocol):
    """Thresholds are constants of the class. One instance lives as long as the process, so a check may remember its last readings."""

    key: ClassVar[str]
    title: ClassVar[str]
    slice: ClassVar[Slice]
    every_s: ClassVar[float]

    def run(self, ctx: CheckContext) -> Iterable[Finding]:
        """One finding for every subject there is; one that is not reported any more is forgotten.

        What it raises becomes an unknown finding that names the error, and the earlier findings stay as they were.
        """


def graded(value: float, warn: float, down: float) -> State:
    """The state of a value that is better the smaller it is; a threshold itself counts as crossed."""
    if value >= down:
        return State.DOWN
    return State.WARN if value >= warn else State.OK


def worst(states: Iterable[State]) -> State:
    """The most alarming of the states; UNKNOWN where there is none."""
    return min(states, key=WORST_FIRST.index, default=State.UNKNOWN)
