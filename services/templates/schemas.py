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


class SampleView(Struct, frozen=True):
    """A golden sample without its page. `part` is "detail" or "list"; `expected` maps field → exact value, None: must stay empty."""

    template_id: int
    number: int
    name: str
    good: bool
    part: str
    url: str
    timezone: str
    fetched_at: datetime
    expected: dict[str, Any]
    created_by: str
    created_at: datetime


class FieldDifference(Struct, frozen=True):
    """`path` is the rule that gave `actual`."""

    field: str
    expected: Any
    actual: Any
    path: str


class SampleOutcome(Struct, frozen=True):
    """What a version makes of a sample. `problem` is a sentence, empty where nothing is wrong besides the differences."""

    number: int
    name: str
    good: bool
    ok: bool
    problem: str
    differences: tuple[FieldDifference, ...]


class ShadowView(Struct, frozen=True):
    """The latest shadow run of a version. `share` is permille; `different` counts pages with any difference. `outcome` is "running",
    "over" (its time was up), "stopped", "discarded", "promoted" (published meanwhile) or "replaced" (another version was)."""

    template_id: int
    number: int
    run: int
    live_version: int
    share: int
    pages: int
    different: int
    started_by: str
    started_at: datetime
    until: datetime
    ended_at: datetime | None
    ended_by: str
    outcome: str


class ShadowExample(Struct, frozen=True):
    kind: str
    at: datetime
    source_id: int
    url: str
    live: str
    draft: str


class ShadowField(Struct, frozen=True):
    """`counts` maps kind (same, changed, shorter, longer, gained, lost) → pages."""

    field: str
    counts: dict[str, int]
    examples: tuple[ShadowExample, ...]

    @property
    def seen(self) -> int:
        return sum(self.counts.values())

    @property
    def different(self) -> int:
        return self.seen - self.counts.get("same", 0)


class ShadowReport(Struct, frozen=True):
    run: ShadowView
    fields: tuple[ShadowField, ...]


class Gate(Struct, frozen=True):
    """What stands between a version and its publication: `problems` forbid it, `notices` do not."""

    problems: tuple[str, ...]
    notices: tuple[str, ...]
    samples: tuple[SampleOutcome, ...]
    shadow: ShadowReport | None
