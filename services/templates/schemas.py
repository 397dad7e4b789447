"""What templates and their versions look like to others."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct


class VersionStatus(StrEnum):
    DRAFT = "draft"
    LIVE = "live"
    RETIRED = "retired"


class VersionView(Struct, frozen=True):
    """`spec` is the JSON of collector.extract's TemplateSpec; it never changes."""

    template_id: int
    number: int
    spec: dict[str, Any]
    sha: str
    note: str
    status: VersionStatus
    created_by: str
    created_at: datetime
    published_by: str
    published_at: datetime | None


class TemplateView(Struct, frozen=True):
    """`live_version` is 0 before the first publication."""

    id: int
    name: str
    description: str
    live_version: int
    last_version: int
    created_by: str
    created_at: datetime
    updated_at: datetime
