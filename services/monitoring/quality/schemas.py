"""Shares for charts and checks."""

from __future__ import annotations

from datetime import date

from msgspec import Struct


class DayShare(Struct, frozen=True):
    """`ok` of `seen` had what `kind` and `name` say: a "field" of pages, a "flag" of documents, a reason "rejected" of pages, "list" "empty"."""

    day: date
    source_id: int
    template_version: str
    kind: str
    name: str
    seen: int
    ok: int
