"""How long the next task of each lane has been waiting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from kit.clock import to_ms
from services.monitoring.base import CheckContext, Finding, Slice, State, graded


class OldestWaiting:
    """A lane where nothing waits is fine; the lower the priority, the longer its tasks may wait."""

    key: ClassVar[str] = "collection.oldest"
    title: ClassVar[str] = "Oldest waiting task"
    slice: ClassVar[Slice] = Slice.COLLECTION
    every_s: ClassVar[float] = 15.0
    WARN_S: ClassVar[tuple[float, ...]] = (30, 60, 120, 300, 600, 1200, 1800, 3600, 7200)
    DOWN_FACTOR: ClassVar[float] = 5.0

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        now_ms = to_ms(ctx.clock.now())
        for lane in ctx.queue.stats().lanes:
            age = max(now_ms - lane.oldest_ms, 0) / 1000 if lane.oldest_ms else 0.0
            limit = self.WARN_S[lane.priority - 1]
            state = graded(age, limit, limit * self.DOWN_FACTOR)
            evidence = {"waiting": lane.waiting} if state is not State.OK else {}
            value = round(age) if state is not State.OK else 0
            yield Finding("lane", f"p{lane.priority}", state, value, f"< {limit:g} s", evidence)
