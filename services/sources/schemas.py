"""Sources as forms give them and as others see them."""

from __future__ import annotations

import re
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Annotated, Any, Literal

from msgspec import Struct
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationInfo, field_validator

from kit.errors import InvalidInput
from services.credentials.schemas import CredentialInput, CredentialView
from services.sources.cron import describe_problem
from services.zones import zone

LABELS_MAX = 20
REVISIT_LONGEST_S = 90 * 86_400
_HEADER_NAME = re.compile(r"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}\Z")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_LANGUAGE = re.compile(r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}\Z")
# Headers that the fetcher itself decides about.
_CREDENTIALS = frozenset({"authorization", "proxy-authorization", "cookie"})
_OWN_HEADERS = frozenset({"host", "content-length", "transfer-encoding", "connection"})


class SourceStatus(IntEnum):
    """C1: 1 collected, 0 paused, 2 monitored but not collected."""

    PAUSED = 0
    ENABLED = 1
    WATCHED = 2


class StatusReason(StrEnum):
    """Why a source has its status, as stored."""

    NONE = ""
    PAUSED_BY = "paused_by"
    PAUSED_FAILURES = "paused_failures"
    WATCHED_BY = "watched_by"


class SourceReason(StrEnum):
    """Why a source is not running right now (requirement S8). Parameters in brackets."""

    NEXT_RUN = "next_run"  # at
    REVISIT = "revisit"  # at, minutes: an adaptive source that has learned how often a visit is worth it
    OVERDUE = "overdue"  # since
    SPREAD = "spread"  # since, at: overdue work is released bit by bit
    WINDOW_OPEN = "window_open"  # task_id
    THROTTLED = "throttled"  # weight, since, at
    RETRY_AFTER = "retry_after"  # until, at
    PAUSED_BY = "paused_by"  # by, note, since
    PAUSED_FAILURES = "paused_failures"  # weight, failure, since, at (next probe)
    ANSWERS_AGAIN = "answers_again"  # answered_at, since
    WATCHED_ONLY = "watched_only"  # by, since
    NEVER_RUNS = "never_runs"  # —
    SCHEDULE_INVALID = "schedule_invalid"  # cron, zone: it cannot be read, or never fires
    TEMPLATE_MISSING = "template_missing"  # template_id
    TEMPLATE_UNPUBLISHED = "template_unpublished"  # template_id
    DELETED = "deleted"  # at


def _no_control(text: str) -> str:
    if _CONTROL.search(text):
        raise ValueError("contains control characters")
    return text


Line = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(_no_control)]
Label = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^|,\x00-\x1f]+$")
]


class SourceInput(BaseModel):
    """A source as an operator or a file describes it. `rate` None: the deployment's default."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source_type: Line = Field(min_length=1, max_length=16, description="Kind of source, e.g. COLUMN.")
    name: Line = Field(min_length=1, max_length=200, description="Name shown in lists.")
    entry_url: Line = Field(
        min_length=1, max_length=2000, description="Where collecting begins; KEYWORD: the search words."
    )
    charset: Line = Field(
        "AUTO", max_length=40, pattern=r"^[A-Za-z0-9._:-]+$", description="AUTO, or the encoding to force."
    )
    template_id: int | None = Field(None, ge=1, description="Template that parses the pages; none: general extraction.")
    timezone: Line = Field(
        "UTC", max_length=64, description="IANA zone of the cron expression and of times without offset."
    )
    cron_expr: Line = Field("", max_length=120, description="Five fields; empty: runs only when asked.")
    priority: int = Field(5, ge=1, le=9, description="Lane, 1 highest.")
    rate: float | None = Field(None, ge=0, le=1000, description="Requests per second; 0: unlimited.")
    concurrency: int = Field(2, ge=1, le=256, description="Tasks of the source that may run at once.")
    adaptive: bool = Field(
        False, description="Passes over runs of the schedule that would hardly find anything new, within the bounds."
    )
    revisit_min_s: int = Field(600, ge=60, le=REVISIT_LONGEST_S, description="Shortest adaptive interval in seconds.")
    revisit_max_s: int = Field(86_400, ge=60, le=REVISIT_LONGEST_S, description="Longest adaptive interval in seconds.")
    options: dict[str, Any] = Field(default_factory=dict, description="Options of the kind.")
    headers: dict[str, str] = Field(default_factory=dict, max_length=50, description="Sent with every request.")
    credential: CredentialInput | None = Field(
        None, description="Kept sealed and never shown again; left out: as it is.", repr=False
    )
    language: Line = Field("", max_length=16, description="Language of the source, e.g. zh or pt-BR; empty: unknown.")
    site_name: Line = Field("", max_length=200, description="Name of the site, removed from titles.")
    labels: list[Label] = Field(default_factory=list, max_length=LABELS_MAX, description="Labels to filter by.")
    owner: Line = Field("", max_length=64, description="Who is responsible.")
    status: SourceStatus = Field(SourceStatus.ENABLED, description="1 collected, 0 paused, 2 monitored only.")

    @field_validator("source_type")
    @classmethod
    def _upper(cls, value: str) -> str:
        return value.upper()

    @field_validator("charset")
    @classmethod
    def _auto(cls, value: str) -> str:
        return "AUTO" if value.upper() == "AUTO" else value

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            zone(value)
        except InvalidInput as error:
            raise ValueError(str(error)) from error
        return value

    @field_validator("cron_expr")
    @classmethod
    def _fires(cls, value: str, info: ValidationInfo) -> str:
        # A bad zone has its own message; the expression is then checked in UTC.
        if value and (problem := describe_problem(value, info.data.get("timezone", "UTC"))):
            raise ValueError(problem)
        return " ".join(value.split())

    @field_validator("revisit_max_s")
    @classmethod
    def _not_below_the_shortest(cls, value: int, info: ValidationInfo) -> int:
        shortest = info.data.get("revisit_min_s", 0)
        if value < shortest:
            raise ValueError(f"must not be below the shortest interval, {shortest} s")
        return value

    @field_validator("language")
    @classmethod
    def _language_tag(cls, value: str) -> str:
        if value and not _LANGUAGE.match(value):
            raise ValueError("must be a language tag such as zh, en or pt-BR")
        return value

    @field_validator("headers")
    @classmethod
    def _sendable(cls, value: dict[str, str]) -> dict[str, str]:
        for name, text in value.items():
            if not _HEADER_NAME.match(name) or name.lower() in _OWN_HEADERS:
                raise ValueError(f"{name[:40]!r} cannot be set as a header")
            if name.lower() in _CREDENTIALS:
                raise ValueError(f"{name[:40]!r} belongs into the credential, which is bound to where it may be sent")
            if _CONTROL.search(text) or len(text) > 4000:
                raise ValueError(f"the value of {name} is too long or contains control characters")
        return value

    @field_validator("labels")
    @classmethod
    def _each_once(cls, value: list[str]) -> list[str]:
        return sorted(set(value))


class SourceView(Struct, frozen=True):
    """A source as stored; see services.sources.models for the less obvious members. `headers`: by name, sealed."""

    id: int
    source_type: str
    name: str
    entry_url: str
    charset: str
    template_id: int | None
    cron_expr: str
    timezone: str
    priority: int
    rate: float | None
    concurrency: int
    adaptive: bool
    revisit_min_s: int
    revisit_max_s: int
    revisit_s: float | None
    options: dict[str, Any]
    headers: dict[str, str]
    credential: CredentialView | None
    language: str
    site_name: str
    labels: tuple[str, ...]
    owner: str
    status: int
    status_reason: str
    status_params: dict[str, Any]
    fail_count: int
    fail_weight: float
    last_failure: str
    last_failure_at: datetime | None
    last_run_at: datetime | None
    last_window: datetime | None
    missed_at: datetime | None
    not_before: datetime | None
    throttled_since: datetime | None
    next_run_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime
    updated_by: str
    deleted_at: datetime | None


class SourceFilter(Struct, frozen=True):
    """Empty members do not filter; several values of one member mean "or". `q` looks into name and entry URL, or is an id."""

    q: str = ""
    types: tuple[str, ...] = ()
    statuses: tuple[int, ...] = ()
    label: str = ""
    template_id: int | None = None
    owner: str = ""
    failing: bool = False


SourceSort = Literal["name", "next_run_at", "id"]


class DueSource(Struct, frozen=True):
    """A source whose time has come. `due_at` is the time asked for, so `now - due_at` is the lateness.

    `waited`: it was made to wait since then, for an open window or to spread overdue work. `revisit_s`: the learned interval, 0 for
    a source that is not adaptive or has not learned yet.
    """

    id: int
    source_type: str
    priority: int
    status: int
    cron_expr: str
    timezone: str
    throttled: bool
    not_before: datetime | None
    due_at: datetime
    window: datetime
    waited: bool = False
    revisit_s: float = 0.0
