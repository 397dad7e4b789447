"""What alerts are made of and what people see of them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct

ORDER = ("warn", "down")


class IncidentState(StrEnum):
    """CLOSED: the subject is not watched any more; nobody saw it become well."""

    FIRING = "firing"
    RESOLVED = "resolved"
    CLOSED = "closed"


class NoticeKind(StrEnum):
    FIRING = "firing"
    RESOLVED = "resolved"
    REMINDER = "reminder"
    ESCALATION = "escalation"
    SILENCE = "silence"
    TEST = "test"


class Facts(Struct, frozen=True):
    """Of a subject: what people call it, whose it is, its labels."""

    name: str = ""
    owner: str = ""
    labels: tuple[str, ...] = ()


class IncidentView(Struct, frozen=True):
    """A row of the inbox. `due_at` None: nothing more is to be told."""

    id: int
    check_key: str
    slice: str
    subject_type: str
    subject_id: str
    severity: str
    state: str
    name: str
    owner: str
    labels: tuple[str, ...]
    value: str
    expected: str
    evidence: dict[str, Any]
    opened_at: datetime
    ended_at: datetime | None
    told: bool
    flapping: bool
    held_by: int | None
    silenced_by: int | None
    acked_by: str
    assignee: str


class EventView(Struct, frozen=True):
    at: datetime
    kind: str
    actor: str
    detail: str


class ChannelView(Struct, frozen=True):
    """`shown` is its address without secrets."""

    id: int
    name: str
    kind: str
    shown: str
    locale: str
    enabled: bool
    failures: int
    last_error: str
    last_sent_at: datetime | None


class RouteView(Struct, frozen=True):
    id: int
    position: int
    owner: str
    label: str
    slice: str
    severity: str
    channels: list[int]
    escalate_min: int
    escalate_to: list[int]
    repeat_min: int


class SilenceView(Struct, frozen=True):
    """Fields as in AlertSilence. `active`: now."""

    id: int
    incident_id: int | None
    check_key: str
    slice: str
    subject_id: str
    owner: str
    label: str
    starts_at: datetime
    ends_at: datetime | None
    timezone: str
    days: str
    start_min: int
    minutes: int
    reason: str
    created_by: str
    active: bool = False


class InboxFilter(Struct, frozen=True):
    """Empty: everything. `assignee` and `owner` are exact."""

    state: str = ""
    slice: str = ""
    severity: str = ""
    owner: str = ""
    assignee: str = ""
    subject_id: str = ""
    quiet: bool = True


class NoticeView(Struct, frozen=True):
    id: str
    channel_id: int
    kind: str
    state: str
    title: str
    created_at: datetime
    sent_at: datetime | None
    attempts: int
    last_error: str
