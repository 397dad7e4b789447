"""A source as the API sends and takes it: the fields of services.sources, beside what only the API has."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from console.api.derived import answer_of, change_of
from console.api.models import CredentialOut, Out, ReasonOut
from services.sources.schemas import SourceInput

# What is never sent back: values of headers, and the credential but for what may be seen of it.
HIDDEN = frozenset({"headers", "credential"})


class _Change(BaseModel):
    """What is left out stays as it is. `version` is the one you read: somebody else's change meanwhile is a conflict."""

    model_config = ConfigDict(extra="forbid")

    version: int = Field(ge=0)


if TYPE_CHECKING:
    Configured = Out
    SourceChange = _Change
else:
    Configured = answer_of("Configured", SourceInput, without=HIDDEN)
    SourceChange = change_of("SourceChange", SourceInput, _Change)


class SourceOut(Configured):
    """A source. `status`: 1 collected, 0 paused, 2 watched only. `header_names`: values of headers are never shown.

    `revisit_s`: the interval that an adaptive source has learned, null for none yet.
    """

    id: int
    header_names: list[str]
    credential: CredentialOut | None
    why: ReasonOut
    revisit_s: float | None
    fail_count: int
    last_failure: str
    last_failure_at: datetime | None
    last_run_at: datetime | None
    next_run_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime
    updated_by: str
