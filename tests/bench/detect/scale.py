"""How long one look at very many sources takes: a real database, the real check, days that close included or not."""

from __future__ import annotations

import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sqlalchemy import create_engine, event, insert

from kit.clock import ManualClock
from services.db import Database
from services.monitoring.quality.checks.field_success import FieldSuccess
from services.monitoring.quality.models import QualityDaily
from services.monitoring.tables import TABLES
from services.orm import Base

DAY = datetime(2026, 11, 30, 18, tzinfo=UTC)
FIELDS = tuple(f"field{number}" for number in range(8))


def measure(sources: int) -> tuple[float, float]:
    """(seconds for taking in the days before and judging, seconds for judging alone) of processor time, 8 fields a source."""
    with tempfile.TemporaryDirectory() as folder:
        engine = create_engine(f"sqlite:///{Path(folder) / 'bench.db'}")
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA journal_mode=WAL"))
        Base.metadata.create_all(engine, tables=[model.__table__ for model in TABLES])  # type: ignore[misc]
        database, clock = Database(engine), ManualClock(DAY)
        ctx: Any = SimpleNamespace(
            database=database, clock=clock, session=lambda: database.session(read_only=True), settings=None
        )
        check = FieldSuccess()
        for back in (2, 1, 0):
            _fill(database, sources, (DAY - timedelta(days=back)).date())
        first = _timed(check, ctx, sources)
        return first, _timed(check, ctx, sources)


def _timed(check: FieldSuccess, ctx: Any, sources: int) -> float:
    check.TAKEN = sources  # type: ignore[misc]
    began = time.process_time()
    assert sum(1 for _ in check.run(ctx)) == sources
    return time.process_time() - began


def _fill(database: Database, sources: int, day: Any) -> None:
    for start in range(0, sources, 5_000):
        rows = [
            {"day": day, "source_id": source, "template_version": "1:1", "kind": kind, "name": name, "events": seen}
            for source in range(start, min(start + 5_000, sources))
            for kind, name, seen in (("page", "", 50), *(("field", name, 46 + source % 4) for name in FIELDS))
        ]
        with database.session() as session:
            session.execute(insert(QualityDaily), rows)
