"""What the journey of a document looks like."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct


class TraceEvent(Struct, frozen=True):
    """One step. `facts` holds the event's fields (text) and numbers (counts, durations in ms)."""

    at: datetime
    task_id: str
    source_id: int
    stage: str
    outcome: str
    detail: str
    url: str
    content_hash: str
    template_version: str
    worker: str
    facts: dict[str, Any]


class Journey(Struct, frozen=True):
    """All known steps in the order in which they happened. `cut`: there are more than are shown."""

    events: tuple[TraceEvent, ...] = ()
    cut: bool = False
