"""Sources that are fetched well but bring nothing new, or whose new items never become searchable."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, ClassVar

from kit.chunks import chunks
from services.monitoring.arrivals import profile
from services.monitoring.arrivals.service import Arrivals, of_sources
from services.monitoring.base import CheckContext, Finding, Slice, State
from services.monitoring.source.readings import Readings
from services.monitoring.thresholds import resolve
from services.monitoring.thresholds.resolve import Thresholds
from services.sources.schemas import SourceStatus
from services.sources.vitals import Vitals


class Content:
    """Three clocks: fetched (the check of the cadence has it, too), newest item, newest searchable document.

    A silence is judged by the arrivals expected since the last item, learnt per hour of the week: nights and weekends cost nothing. A
    source that is not fetched is no matter of its content: unknown.
    """

    key: ClassVar[str] = "source.content"
    title: ClassVar[str] = "New items against what is usual"
    slice: ClassVar[Slice] = Slice.SOURCE
    every_s: ClassVar[float] = 300.0
    CHUNK: ClassVar[int] = 2000
    # An item is searchable within minutes; this long after one, something between them is broken.
    SEARCHABLE: ClassVar[timedelta] = timedelta(hours=2)

    def __init__(self, readings: Readings | None = None) -> None:
        self._readings = readings or Readings()

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        now = ctx.clock.now()
        with ctx.session() as session:
            limits = resolve.of_check(session, self.key, now)
        enabled = (one for one in self._readings.sources(ctx) if one.status == SourceStatus.ENABLED)
        for some in chunks(enabled, self.CHUNK):
            with ctx.session() as session:
                known = of_sources(session, [one.id for one in some])
            for one in some:
                yield self._judge(one, known.get(one.id), limits, now)

    def _judge(self, source: Vitals, known: Arrivals | None, limits: Thresholds, now: datetime) -> Finding:
        subject, expected = str(source.id), "new items as usual"
        if known is None or known.profile is None or known.item_at is None:
            return Finding("source", subject, State.UNKNOWN, None, expected)
        evidence, age = _evidence(source, known), profile.since(known.profile, now)
        hours = round(age.total_seconds() / 3600, 1)
        if self._stuck(known, now):
            return Finding("source", subject, State.WARN, hours, "handled within 2 h", evidence)
        longest = limits.value("longest_hours", source.id)
        if longest and hours > longest:
            return Finding("source", subject, State.WARN, hours, f"an item within {longest:g} h", evidence)
        silence = profile.silence(known.profile, now)
        if silence is None or source.fail_count:
            return Finding("source", subject, State.UNKNOWN, None, expected)
        state = _state(silence[1], limits, source.id)
        if state is State.OK:
            return Finding("source", subject, state, None, expected)
        return Finding("source", subject, state, hours, expected, {**evidence, "expected_items": round(silence[0], 1)})

    def _stuck(self, known: Arrivals, now: datetime) -> bool:
        """An item came hours ago, and since then nothing became searchable or was refused."""
        if known.item_at is None or known.searchable_at is None or now - known.item_at < self.SEARCHABLE:
            return False
        return known.item_at - known.searchable_at > self.SEARCHABLE


def _state(p: float, limits: Thresholds, source: int) -> State:
    if p < limits.value("down_p", source):
        return State.DOWN
    return State.WARN if p < limits.value("warn_p", source) else State.OK


def _evidence(source: Vitals, known: Arrivals) -> dict[str, Any]:
    moments = {"fetched": source.last_run_at, "item": known.item_at, "searchable": known.searchable_at}
    return {"name": source.name, **{name: one.isoformat() if one else None for name, one in moments.items()}}
