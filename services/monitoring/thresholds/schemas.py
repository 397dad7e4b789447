"""A threshold as people give it and see it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct


class Level(StrEnum):
    """From the least to the most specific: the most specific one that holds decides."""

    GLOBAL = "global"
    KIND = "kind"
    SOURCE = "source"
    FIELD = "field"


class NewThreshold(Struct, frozen=True):
    """`days`: for so long, None: until somebody ends it. `owner`: who answers for it."""

    check_key: str
    name: str
    level: str
    value: float
    owner: str
    reason: str
    kind: str = ""
    source_id: int = 0
    field: str = ""
    days: float | None = None


class ThresholdView(Struct, frozen=True):
    """`holds`: now. `ended_by` is empty where it expired by itself."""

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


class BackTest(Struct, frozen=True):
    """What the value would have done within `days`: alarms that begin, over `sources` looked at; with the present value `present`.
    None: the history that is kept does not say."""

    days: int
    sources: int = 0
    fired: int | None = None
    present: int | None = None
