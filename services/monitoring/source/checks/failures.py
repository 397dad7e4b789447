"""Failures in a row of each source that is collected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from services.monitoring.base import CheckContext, Finding, Slice, State, graded
from services.monitoring.source.readings import Readings
from services.monitoring.thresholds import resolve
from services.monitoring.thresholds.resolve import Thresholds
from services.sources.schemas import SourceStatus
from services.sources.vitals import Vitals


class FailuresInARow:
    """A source that never ran has no data."""

    key: ClassVar[str] = "source.failures"
    title: ClassVar[str] = "Failures in a row"
    slice: ClassVar[Slice] = Slice.SOURCE
    every_s: ClassVar[float] = 60.0

    def __init__(self, readings: Readings | None = None) -> None:
        self._readings = readings or Readings()

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        enabled = (one for one in self._readings.sources(ctx) if one.status == SourceStatus.ENABLED)
        with ctx.session() as session:
            limits = resolve.of_check(session, self.key, ctx.clock.now())
        yield from (self._judge(one, limits) for one in enabled)

    def _judge(self, source: Vitals, limits: Thresholds) -> Finding:
        warn, down = limits.value("warn", source.id), limits.value("down", source.id)
        expected = f"< {warn:g}"
        if source.last_run_at is None and source.last_failure_at is None:
            return Finding("source", str(source.id), State.UNKNOWN, None, expected)
        state = graded(source.fail_count, warn, down)
        at = source.last_failure_at
        evidence = {
            "name": source.name,
            "failure": source.last_failure,
            "at": at.isoformat() if at else None,
            "throttled": source.throttled_since is not None,
        }
        return Finding(
            "source", str(source.id), state, source.fail_count, expected, evidence if source.fail_count else {}
        )
