"""The value that holds: field before source before kind before global before what the product ships."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from sqlalchemy.orm import Session

from services.monitoring.thresholds import repository
from services.monitoring.thresholds.knobs import KNOBS
from services.sources.vitals import types


class Row(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def level(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def source_id(self) -> int: ...
    @property
    def field(self) -> str: ...
    @property
    def value(self) -> float: ...


class Thresholds:
    """Of one check. Where nobody changed anything, asking costs one look into an empty table."""

    def __init__(self, check_key: str, rows: Iterable[Row] = (), kinds: dict[int, str] | None = None) -> None:
        self._check = check_key
        self._kinds = kinds or {}
        self._rows = {(one.name, one.level, _place(one)): one.value for one in rows}
        self._named = {name for name, _, _ in self._rows}

    @property
    def changed(self) -> bool:
        return bool(self._rows)

    def value(self, name: str, source_id: int = 0, field: str = "") -> float:
        if name in self._named:
            places = (
                ("field", f"{source_id}/{field}"), ("source", str(source_id)), ("kind", self._kinds.get(source_id, "")),
                ("global", ""),
            )  # fmt: skip
            for level, place in places:
                if (found := self._rows.get((name, level, place))) is not None:
                    return found
        return KNOBS[self._check, name].default


def of_check(session: Session, check_key: str, now: datetime) -> Thresholds:
    rows = repository.holding(session, now, check_key)
    kinds = types(session) if any(one.level == "kind" for one in rows) else {}
    return Thresholds(check_key, rows, kinds)


def _place(row: Row) -> str:
    if row.level == "field":
        return f"{row.source_id}/{row.field}"
    return {"source": str(row.source_id), "kind": row.kind}.get(row.level, "")
