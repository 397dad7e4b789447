"""Tasks that ended as dead letters in the last hour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from kit.clock import to_ms
from kit.errors import InvalidInput
from kit.ids import parse_task_id
from kit.ports.queue import TaskView
from services.monitoring.base import CheckContext, Finding, Slice, graded


class DeadLetters:
    """Single dead letters are ordinary (a page is gone); many in an hour mean that something broke."""

    key: ClassVar[str] = "collection.dead_letters"
    title: ClassVar[str] = "Dead letters in the last hour"
    slice: ClassVar[Slice] = Slice.COLLECTION
    every_s: ClassVar[float] = 60.0
    HOUR_MS: ClassVar[int] = 3_600_000
    WARN: ClassVar[int] = 50
    DOWN: ClassVar[int] = 500

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        since = to_ms(ctx.clock.now()) - self.HOUR_MS
        # More than DOWN need not be counted: it cannot get worse.
        dead = [view for view in ctx.queue.dead(limit=self.DOWN) if _ended_ms(view) >= since]
        evidence = {"failures": _top(_failure(view) for view in dead), "sources": _top(_source(view) for view in dead)}
        state = graded(len(dead), self.WARN, self.DOWN)
        yield Finding("queue", "dead", state, len(dead), f"< {self.WARN} an hour", evidence if dead else {})


def _ended_ms(view: TaskView) -> int:
    text = view.fields.get("ended", "")
    return int(text) if text.isdecimal() else 0


def _failure(view: TaskView) -> str:
    return view.fields.get("failure") or "unknown"


def _source(view: TaskView) -> str:
    try:
        return str(parse_task_id(view.task_id).source_id)
    except InvalidInput:
        return "unknown"


def _top(names: Iterator[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))[:5])
