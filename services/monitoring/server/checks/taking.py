"""Collectors take work that waits for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from kit.clock import to_ms
from services.monitoring.base import CheckContext, Finding, Slice, State, graded
from services.monitoring.server import beats
from services.monitoring.server.beats import SILENT_MS


class Taking:
    """A collector that beats, asks the queue and gets answers, but has taken nothing for WARN_S although work waited all that time.

    Evidence is why: `spool_full`, `slots_full`, or `blind`, when it asks and does not see what waits.
    """

    key: ClassVar[str] = "server.taking"
    title: ClassVar[str] = "Collectors take what waits"
    slice: ClassVar[Slice] = Slice.SERVER
    every_s: ClassVar[float] = 15.0
    WARN_S: ClassVar[float] = 120.0
    DOWN_S: ClassVar[float] = 600.0

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        now_ms = to_ms(ctx.clock.now())
        oldest = min((lane.oldest_ms for lane in ctx.queue.stats().lanes if lane.oldest_ms), default=0)
        waited = (now_ms - oldest) / 1000 if oldest else 0.0
        for fact in ctx.heartbeats.all(now_ms=now_ms):
            at, taken_at = beats.moment(fact.get("at", "")), beats.moment(fact.get("taken_at", ""))
            if fact.get("role") == "collector" and taken_at and not fact.get("stopped") and now_ms - at < SILENT_MS:
                yield self._judge(fact, (now_ms - taken_at) / 1000, waited)

    def _judge(self, fact: Mapping[str, str], idle: float, waited: float) -> Finding:
        subject, expected = f"collector {fact.get('worker', '')}"[:128], f"< {self.WARN_S:g} s while work waits"
        state = graded(min(max(idle, 0.0), waited), self.WARN_S, self.DOWN_S)
        if state is State.OK:
            return Finding("process", subject, state, 0, expected)
        why = fact.get("withheld", "") or "blind"
        return Finding("process", subject, state, round(idle), expected, {"host": fact.get("host", ""), "why": why})
