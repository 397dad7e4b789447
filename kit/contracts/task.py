"""Tasks as they travel through Redis, and how one ends."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import Struct


class TaskState(StrEnum):
    """K4. SUCCESS and DEAD are final; FAILED waits in the delayed set for its next try."""

    PENDING = "PENDING"
    RUNNING = "RUNNING"
    SUCCESS = "SUCCESS"
    FAILED = "FAILED"
    DEAD = "DEAD"


FINAL = frozenset({TaskState.SUCCESS, TaskState.DEAD})


class FailureClass(StrEnum):
    """F7: why a fetch or a parse failed; used by retry, monitoring and the console."""

    DNS = "dns"
    CONNECT = "connect"
    TLS = "tls"
    TIMEOUT = "timeout"
    HTTP_401 = "http_401"
    HTTP_403 = "http_403"
    HTTP_404 = "http_404"
    HTTP_410 = "http_410"
    HTTP_429 = "http_429"
    HTTP_4XX = "http_4xx"
    HTTP_5XX = "http_5xx"
    TOO_LARGE = "too_large"
    REDIRECT = "redirect"
    ROBOTS = "robots"
    BLOCKED = "blocked"
    DECODE = "decode"
    PARSE = "parse"
    EMPTY = "empty"
    PROTOCOL = "protocol"
    CONFIG = "config"
    CRASHED = "crashed"
    INTERNAL = "internal"


class WaitCause(StrEnum):
    """Why a task that was being run waits again (requirement S8); the last three are the queue's own."""

    CONFIG = "config"
    SHUTDOWN = "shutdown"
    RATE_LIMIT = "rate_limit"
    RETRY_AFTER = "retry_after"
    SOURCE_FULL = "source_full"
    HOST_FULL = "host_full"
    SPOOL_FULL = "spool_full"
    BACKEND_AWAY = "backend_away"
    SUSPECT = "suspect"
    SECOND_LOOK = "second_look"
    LEASE_LAPSED = "lease_lapsed"
    COMPENSATED = "compensated"
    QUEUE_RESTORED = "queue_restored"


class Task(Struct, frozen=True):
    """One unit of collection. `due_ms`/`enqueued_ms` are Unix milliseconds.

    `url` is set on detail tasks. `meta` is what the list said about a detail's page; on a window, where its source left off.
    `crashes`: workers that died with it since it last ended, as far as it may be their cause; see TaskQueue.reap.
    """

    id: str
    source_id: int
    source_type: str
    priority: int
    due_ms: int
    enqueued_ms: int
    epoch: int = 1
    kind: Literal["window", "detail"] = "window"
    url: str = ""
    meta: dict[str, str] = {}
    attempts: int = 0
    retries: int = 0
    replay_of: str = ""
    crashes: int = 0


class Claim(Struct, frozen=True):
    """A task in the hands of one worker. Every later write for it carries `fence` and is refused once a newer claim exists."""

    task: Task
    worker: str
    fence: int
    claimed_ms: int


class Outcome(Struct, frozen=True):
    """How an attempt ended. `state` is SUCCESS, FAILED (retry at `retry_at_ms`) or DEAD.

    `cursor` (JSON object of strings, or empty) is where the source's next window begins; everything before it is in the log.
    """

    state: TaskState
    reason: str = ""
    failure: str = ""
    retry_at_ms: int = 0
    documents: int = 0
    found: int = 0
    new: int = 0
    http_status: int = 0
    elapsed_ms: int = 0
    retry_after_s: float = 0.0
    cursor: str = ""


class Ended(Struct, frozen=True):
    """A window whose own work and all details have ended; consumed by the scheduler into the ledger.

    `found`: links and items on the source's lists; `new`: those of them that became details or documents.
    """

    task_id: str
    source_id: int
    state: TaskState
    reason: str
    failure: str
    ended_ms: int
    attempts: int
    documents: int
    details: int
    details_failed: int
    epoch: int
    retry_after_s: float = 0.0
    cursor: str = ""
    found: int = 0
    new: int = 0
