"""Counts for charts."""

from __future__ import annotations

from datetime import date

from msgspec import Struct


class DayCount(Struct, frozen=True):
    """Events of a UTC day, of one source or of all; `elapsed_ms` is the sum, `body_bytes` what came over the wire."""

    day: date
    stage: str
    outcome: str
    events: int
    documents: int
    elapsed_ms: int
    body_bytes: int


class DayLatency(Struct, frozen=True):
    """`measure` is "due_to_searchable" or "due_to_done"; quantiles in ms, None on a day without entries."""

    day: date
    measure: str
    events: int
    p50_ms: float | None
    p95_ms: float | None
    p99_ms: float | None
