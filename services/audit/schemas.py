"""What the audit log shows."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct


class AuditEntry(Struct, frozen=True):
    """`before` and `after` hold only the fields that changed; secrets are `***`."""

    id: int
    at: datetime
    actor: str
    action: str
    subject_type: str
    subject_id: str
    before: dict[str, Any]
    after: dict[str, Any]


class AuditFilter(Struct, frozen=True):
    """Empty members do not filter. `since` is inclusive, `until` exclusive."""

    actor: str = ""
    action: str = ""
    subject_type: str = ""
    subject_id: str = ""
    since: datetime | None = None
    until: datetime | None = None
