"""What the monitors show."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct

from services.monitoring.base import Slice, State


class StateView(Struct, frozen=True):
    """A finding as stored. `stale`: its check has not run for so long that the state is not to be relied on."""

    check_key: str
    slice: Slice
    subject_type: str
    subject_id: str
    state: State
    value: float | None
    expected: str
    evidence: dict[str, Any]
    since: datetime
    checked_at: datetime
    stale: bool


class RunView(Struct, frozen=True):
    check_key: str
    slice: Slice
    checked_at: datetime
    elapsed_ms: int
    findings: int
    error: str
    stale: bool


class SliceView(Struct, frozen=True):
    """`state` is the worst of the slice, UNKNOWN where nothing is known or a check does not run. `findings` are the worst, not all."""

    slice: Slice
    state: State
    counts: dict[State, int]
    findings: tuple[StateView, ...]
    runs: tuple[RunView, ...]


class Overview(Struct, frozen=True):
    state: State
    slices: tuple[SliceView, ...]


class FlipView(Struct, frozen=True):
    """`before` is "" for a new subject, `after` "gone" for one that is not watched any more."""

    id: int
    at: datetime
    check_key: str
    subject_type: str
    subject_id: str
    before: str
    after: str
    value: float | None
    expected: str
    evidence: dict[str, Any]


class RoleView(Struct, frozen=True):
    """`progress_at` (Unix ms) is the newest progress of any of its processes, None when none was told."""

    alive: bool
    progress_at: int | None
    processes: int
