"""Queries on arrivals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from kit.chunks import chunks
from services.monitoring import upsert
from services.monitoring.arrivals.models import SourceArrival

_IN_MAX = 500
_COLUMNS = (SourceArrival.source_id, SourceArrival.item_at, SourceArrival.searchable_at, SourceArrival.profile)


def of_sources(
    session: Session, source_ids: Collection[int]
) -> Iterator[Row[int, datetime | None, datetime | None, str]]:
    for chunk in chunks(sorted(source_ids), _IN_MAX):
        yield from session.execute(select(*_COLUMNS).where(SourceArrival.source_id.in_(chunk)))


def put(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    upsert.put(session, SourceArrival, rows)
