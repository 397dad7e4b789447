"""Sources that were paused because they kept failing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from services.monitoring.base import CheckContext, Finding, Slice, State
from services.monitoring.source.readings import Readings
from services.sources.schemas import SourceStatus, StatusReason
from services.sources.vitals import Vitals


class PausedByFailures:
    """Sources that a person paused are no finding; one that was never collected has no data."""

    key: ClassVar[str] = "source.paused"
    title: ClassVar[str] = "Paused by failures"
    slice: ClassVar[Slice] = Slice.SOURCE
    every_s: ClassVar[float] = 60.0

    def __init__(self, readings: Readings | None = None) -> None:
        self._readings = readings or Readings()

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        sources = self._readings.sources(ctx)
        yield from (_judge(one) for one in sources if one.status == SourceStatus.ENABLED or _paused(one))


def _paused(source: Vitals) -> bool:
    return source.status == SourceStatus.PAUSED and source.status_reason == StatusReason.PAUSED_FAILURES


def _judge(source: Vitals) -> Finding:
    if _paused(source):
        evidence = {"name": source.name, "failure": source.last_failure, "weight": source.fail_weight}
        return Finding("source", str(source.id), State.DOWN, source.fail_count, "collected", evidence)
    untried = source.last_run_at is None and source.last_failure_at is None
    state = State.UNKNOWN if untried else State.OK
    return Finding("source", str(source.id), state, None if untried else 0, "collected")
