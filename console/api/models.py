"""What the API sends: shapes of their own, so that a change inside does not change what programs read."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

T = TypeVar("T")


class Out(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class Listed(Out, Generic[T]):
    """One page of a list. `next` goes into `after` for the next page and is empty at the end."""

    items: list[T]
    next: str = ""
    total: int = Field(0, description="Exact unless `more` is set; then there are more than this.")
    more: bool = False


class ReasonOut(Out):
    """Why something is where it is: a closed code and the values that belong to it."""

    code: str
    params: dict[str, str | int | float] = Field(default_factory=dict)


class CredentialOut(Out):
    """What may be seen of a credential."""

    kind: str
    origin: str
    names: list[str]
    set_at: datetime
    set_by: str


class TaskOut(Out):
    """A window of a source: one run of its schedule."""

    id: str
    source_id: int
    source_type: str
    window: datetime
    priority: int
    status: str
    why: ReasonOut
    failure: str
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


class LaneOut(Out):
    priority: int
    waiting: int
    oldest_ms: int = Field(description="Since when the next task has waited, Unix ms; 0 for an empty lane.")


class QueueOut(Out):
    """Counts of live work."""

    lanes: list[LaneOut]
    pending: int
    running: int
    delayed: int
    dead: int
    oldest_ms: int


class DocumentOut(Out):
    """A searchable document; times are ISO 8601 with offset, or empty. `snippets` hold what matched, as plain text."""

    id: str
    url: str
    host: str
    title: str
    content: str
    source_id: str
    source_type: str
    source_name: str
    collect_time: str
    publish_time: str
    authors: list[str]
    language: str
    flags: list[str]
    tags: list[str]
    group: str
    duplicate_kind: str
    superseded_by: str
    template_version: str
    task_id: str
    score: float
    snippets: list[str] = Field(default_factory=list)


class FacetOut(Out):
    value: str
    count: int


class FoundOut(Listed[DocumentOut]):
    facets: dict[str, list[FacetOut]] = Field(default_factory=dict)


class VersionOut(Out):
    number: int
    status: str
    note: str
    created_by: str
    created_at: datetime
    published_by: str
    published_at: datetime | None


class TemplateOut(Out):
    id: int
    name: str
    description: str
    live_version: int
    last_version: int
    created_by: str
    created_at: datetime
    updated_at: datetime


class TemplateDetailOut(TemplateOut):
    """`spec` is that of the live version, of the last one before the first publication."""

    versions: list[VersionOut]
    spec: dict[str, Any]


class DifferenceOut(Out):
    """`path` is the rule that gave `actual`."""

    field: str
    expected: Any
    actual: Any
    path: str


class SampleOutcomeOut(Out):
    number: int
    name: str
    good: bool
    ok: bool
    problem: str
    differences: list[DifferenceOut]


class ShadowRunOut(Out):
    """`share` is permille of the pages; `outcome` is running, over, stopped, discarded, promoted or replaced."""

    run: int
    live_version: int
    share: int
    pages: int
    different: int
    started_at: datetime
    until: datetime
    outcome: str


class ShadowFieldOut(Out):
    """`counts` maps kind (same, changed, shorter, longer, gained, lost) → pages."""

    field: str
    counts: dict[str, int]


class ShadowOut(Out):
    run: ShadowRunOut
    fields: list[ShadowFieldOut]


class GateOut(Out):
    """Whether a version may be published: it may while `problems` is empty."""

    problems: list[str]
    notices: list[str]
    samples: list[SampleOutcomeOut]
    shadow: ShadowOut | None


class FindingOut(Out):
    """What a check found about one subject. `stale`: the check has not run when it should have."""

    check_key: str
    subject_type: str
    subject_id: str
    state: str
    value: float | None
    expected: str
    evidence: dict[str, Any]
    since: datetime
    checked_at: datetime
    stale: bool


class SliceOut(Out):
    slice: str
    state: str
    counts: dict[str, int]
    findings: list[FindingOut]


class MonitorsOut(Out):
    state: str
    slices: list[SliceOut]
