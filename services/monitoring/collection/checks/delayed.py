"""How many tasks wait for their next try."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from services.monitoring.base import CheckContext, Finding, Slice, graded


class Delayed:
    key: ClassVar[str] = "collection.delayed"
    title: ClassVar[str] = "Tasks waiting for a retry"
    slice: ClassVar[Slice] = Slice.COLLECTION
    every_s: ClassVar[float] = 60.0
    WARN: ClassVar[int] = 1_000
    DOWN: ClassVar[int] = 20_000

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        stats = ctx.queue.stats()
        state = graded(stats.delayed, self.WARN, self.DOWN)
        evidence = {"pending": stats.pending, "running": stats.running} if stats.delayed else {}
        yield Finding("queue", "delayed", state, stats.delayed, f"< {self.WARN}", evidence)
