"""The last success of each source against its cadence."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, ClassVar

from services.monitoring.base import CheckContext, Finding, Slice, State, graded
from services.monitoring.source.cadence import PastRuns
from services.monitoring.source.readings import Readings
from services.monitoring.thresholds import resolve
from services.monitoring.thresholds.resolve import Thresholds
from services.sources.schemas import SourceStatus
from services.sources.vitals import Vitals


class Staleness:
    """Counts the runs that came due since the last success; the newest ones get GRACE to end.

    Only sources that are collected by a cadence are judged. A change of the source starts the count anew, so that a source that is
    resumed after a month is not late at once.
    """

    key: ClassVar[str] = "source.staleness"
    title: ClassVar[str] = "Last success against the cadence"
    slice: ClassVar[Slice] = Slice.SOURCE
    every_s: ClassVar[float] = 60.0
    GRACE: ClassVar[timedelta] = timedelta(minutes=10)
    COUNTED: ClassVar[int] = 5

    def __init__(self, readings: Readings | None = None) -> None:
        self._readings = readings or Readings()

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        runs = PastRuns(ctx.clock.now() - self.GRACE, self.COUNTED)
        with ctx.session() as session:
            limits = resolve.of_check(session, self.key, ctx.clock.now())
        for source in self._readings.sources(ctx):
            if source.status == SourceStatus.ENABLED and source.cron_expr:
                yield self._judge(source, runs, limits)

    def _judge(self, source: Vitals, runs: PastRuns, limits: Thresholds) -> Finding:
        warn, down = limits.value("warn_runs", source.id), limits.value("down_runs", source.id)
        since = max(source.last_run_at or source.created_at, source.updated_at)
        missed = runs.missed(source.cron_expr, source.timezone, since)
        state = graded(missed, warn, down)
        if state is State.OK and _untried(source, runs, warn):
            state = State.UNKNOWN
        evidence = _evidence(source) if state is not State.OK else {}
        return Finding("source", str(source.id), state, missed, f"< {warn:g} runs missed", evidence)


def _evidence(source: Vitals) -> dict[str, Any]:
    return {
        "name": source.name,
        "cron": source.cron_expr,
        "timezone": source.timezone,
        "last_run_at": source.last_run_at.isoformat() if source.last_run_at else None,
        "last_failure": source.last_failure,
        "throttled_since": source.throttled_since.isoformat() if source.throttled_since else None,
    }


def _untried(source: Vitals, runs: PastRuns, warn: float) -> bool:
    """It was never collected, or was late before it was changed and has not succeeded since."""
    last = source.last_run_at
    return last is None or runs.missed(source.cron_expr, source.timezone, last) >= warn
