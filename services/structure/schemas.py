"""What is shown of cases and of what is held."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct


class CaseStatus(StrEnum):
    """OPEN: nobody has decided. CONFIRMED: the new structure is right. REJECTED: the template has to follow it; FIXED: a new version does."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    FIXED = "fixed"


UNSETTLED = (CaseStatus.OPEN, CaseStatus.REJECTED)


class HeldStatus(StrEnum):
    """HELD: waits for a decision. RELEASING: on its way back to the cleaner. FIXING: waits for a version of the template that can read it.
    RELEASED: is back in the log."""

    HELD = "held"
    RELEASING = "releasing"
    FIXING = "fixing"
    RELEASED = "released"
    LOST = "lost"


class HeldView(Struct, frozen=True):
    """A document in quarantine; `reason` says why it could not be extracted again, where that was tried."""

    key: str
    case_id: int
    source_id: int
    url: str
    title: str
    page: str
    verdict: str
    blocked: tuple[str, ...]
    template_version: str
    status: HeldStatus
    reason: str
    at: datetime


class CaseView(Struct, frozen=True):
    """`template` and `version` name what the pages were read with; `pages` counts verdicts; `held` the documents by status."""

    id: int
    source_id: int
    family: str
    template_id: int
    template_version: int
    status: CaseStatus
    verdict: str
    pages: int
    fields: tuple[str, ...]
    evidence: dict[str, Any]
    before_url: str
    after_url: str
    opened_at: datetime
    seen_at: datetime
    decided_at: datetime | None
    decided_by: str
    note: str
    held: dict[str, int]
    paused_since: datetime | None = None
    paused_why: str = ""
