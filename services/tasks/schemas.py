"""What windows look like to others."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from kit.contracts.task import TaskState


class WindowView(Struct, frozen=True):
    """One row of the ledger: a window of a source. `window` is a UTC minute."""

    id: str
    source_id: int
    source_type: str
    window: datetime
    priority: int
    status: TaskState
    reason: str
    failure: str
    epoch: int
    attempts: int
    documents: int
    details: int
    details_failed: int
    due_at: datetime
    created_at: datetime
    enqueued_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    replay_of: str


class NewWindow(Struct, frozen=True):
    """A window that came due at `due_at`; its id follows from source and minute."""

    source_id: int
    source_type: str
    window: datetime
    priority: int
    due_at: datetime


class WindowEnd(Struct, frozen=True):
    """The end of a window as its source's statistics need it. `failure` is a FailureClass, empty for a success or a cancelled window.

    `found` items stood on the source's lists, `new` of them were new.
    """

    task_id: str
    source_id: int
    window: datetime
    state: TaskState
    failure: str
    ended_at: datetime
    retry_after_s: float = 0.0
    found: int = 0
    new: int = 0


class WindowFilter(Struct, frozen=True):
    """Empty members do not filter. `since` is inclusive, `until` exclusive; both concern the creation of the row."""

    source_id: int | None = None
    statuses: tuple[TaskState, ...] = ()
    since: datetime | None = None
    until: datetime | None = None


class TaskReason(StrEnum):
    """Why a task is where it is (requirement S8). Parameters in brackets."""

    WAITING = "waiting"  # since, priority
    WAITING_CONFIG = "waiting_config"  # since
    HANDED_BACK = "handed_back"  # cause, until
    RUNNING = "running"  # worker, since
    WAITING_DETAILS = "waiting_details"  # since
    RETRY_AT = "retry_at"  # until, failure, retries
    LOST = "lost"  # —: the queue has forgotten it, the scheduler enqueues it again
    ENDING = "ending"  # —: ended in the queue, not yet in the ledger
    DONE = "done"  # documents
    SPOOLED = "spooled"  # documents
    NOTHING_NEW = "nothing_new"  # —
    FAILED_FOR_GOOD = "failed_for_good"  # failure, attempts
    CANCELLED = "cancelled"  # cause
