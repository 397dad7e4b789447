"""Shares for charts and checks."""

from __future__ import annotations

from datetime import date

from msgspec import Struct


class DayShare(Struct, frozen=True):
    """`ok` of `seen` pages had the field `name`, or of `seen` documents the flag; kind "field", "flag" or "rejected" (of pages)."""

    day: date
    source_id: int
    template_version: str
    kind: str
    name: str
    seen: int
    ok: int
