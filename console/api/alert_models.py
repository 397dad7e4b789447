"""Shapes of alerts, silences and thresholds in the API."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from console.api.models import Out


class AlertOut(Out):
    """One episode. `held_by`: the alert that explains it; `silenced_by`: the silence that holds."""

    id: int
    check_key: str
    slice: str
    subject_type: str
    subject_id: str
    severity: str
    state: str
    name: str
    owner: str
    labels: list[str]
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


class SilenceIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    hours: float | None = Field(None, gt=0, le=2160, description="How long; left out: until the alert is resolved.")
    reason: str = Field(min_length=1, max_length=200)


class ThresholdIn(BaseModel):
    """A value in one place: everywhere (global), for a kind of source, for a source, or for one of its fields."""

    model_config = ConfigDict(extra="forbid")

    check_key: str = Field(max_length=40)
    name: str = Field(max_length=24)
    level: str = Field("global", max_length=8, description="global, kind, source or field.")
    value: float
    owner: str = Field(max_length=64, description="Who answers for it.")
    reason: str = Field(max_length=200)
    kind: str = Field("", max_length=16)
    source_id: int = Field(0, ge=0, lt=2**63)
    field: str = Field("", max_length=40)
    days: float | None = Field(None, gt=0, le=3650, description="Ends after so many days; left out: never.")


class ThresholdOut(Out):
    id: int
    check_key: str
    name: str
    level: str
    kind: str
    source_id: int
    field: str
    value: float
    owner: str
    reason: str
    created_by: str
    created_at: datetime
    ends_at: datetime | None
    ended_by: str
    holds: bool


class TriedOut(Out):
    """Alarms that would have begun in `days` days over `sources` sources, and with what holds now; null where the days kept do not say."""

    days: int
    sources: int
    fired: int | None
    present: int | None
