"""The error tree; the class carries what the caller should do about it.

CatchmentError                 root; `retry` says what to do, `code` is stable and machine readable
├── RetriableError             try again later, after `retry_after_s` if the other side named a time
│   ├── BackendUnavailable     a server of ours does not answer (database, Redis, log, index, archive, objects)
│   └── Throttled              the other side asked for a pause (429, full log, empty token bucket)
├── PermanentError             the same call will fail again; do not retry, tell a person
│   ├── ConfigError            settings or arguments are wrong; the message names what to change
│   ├── InvalidInput           a form, document or file is wrong; `field` names the place
│   ├── NotFound               there is no such thing
│   ├── Conflict               it exists already, or changed meanwhile; `existing` names the other one
│   └── Forbidden              the caller may not do this
├── PoisonError                this one message can never be processed; put it aside and go on
└── StaleClaim                 the task belongs to somebody else now; stop and write nothing more
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar


class Retry(StrEnum):
    """What a caller does after an error of this class."""

    LATER = "later"
    NEVER = "never"
    ASIDE = "aside"
    STOP = "stop"


class CatchmentError(Exception):
    """Root of all errors raised on purpose. `status` is the HTTP status at an edge."""

    retry: ClassVar[Retry] = Retry.NEVER
    code: ClassVar[str] = "error"
    status: ClassVar[int] = 500


class RetriableError(CatchmentError):
    """May succeed later. `retry_after_s` is what the other side asked for, if it did."""

    retry = Retry.LATER
    code = "retriable"
    status = 503

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class BackendUnavailable(RetriableError):
    code = "backend_unavailable"


class Throttled(RetriableError):
    code = "throttled"
    status = 429


class PermanentError(CatchmentError):
    code = "permanent"
    status = 500


class ConfigError(PermanentError):
    code = "config"


class InvalidInput(PermanentError):
    """`field` is the dotted path of the offending value, empty for the whole."""

    code = "invalid"
    status = 422

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class NotFound(PermanentError):
    code = "not_found"
    status = 404


class Conflict(PermanentError):
    """`existing` names what stands in the way, so that a person can open it."""

    code = "conflict"
    status = 409

    def __init__(self, message: str, *, existing: str = "") -> None:
        super().__init__(message)
        self.existing = existing


class Forbidden(PermanentError):
    code = "forbidden"
    status = 403


class PoisonError(CatchmentError):
    retry = Retry.ASIDE
    code = "poison"
    status = 422


class StaleClaim(CatchmentError):
    retry = Retry.STOP
    code = "stale_claim"
    status = 409
