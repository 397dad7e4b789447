"""Living processes get on with their work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from kit.clock import to_ms
from kit.ports.log import DOCUMENT_TOPICS
from services.monitoring.base import CheckContext, Finding, Slice, State, graded
from services.monitoring.server import beats
from services.monitoring.server.beats import Beat

CLEANER_GROUP = "cleaner"


class Progress:
    """A process is stalled when its last progress is older than WARN_S although work has waited for it all that time.

    Scheduler, ingest and monitor always have something to get on with: their progress moves while they are idle.
    """

    key: ClassVar[str] = "server.progress"
    title: ClassVar[str] = "Progress of each process"
    slice: ClassVar[Slice] = Slice.SERVER
    every_s: ClassVar[float] = 15.0
    WARN_S: ClassVar[float] = 60.0
    DOWN_S: ClassVar[float] = 300.0
    ALWAYS: ClassVar[tuple[str, ...]] = ("scheduler", "ingest", "monitor")

    def __init__(self) -> None:
        self._unread_since: float | None = None

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        now_ms = to_ms(ctx.clock.now())
        waited = self._waited_s(ctx, now_ms)
        for beat in beats.read(ctx.heartbeats.all(now_ms=now_ms)):
            if beat.alive(now_ms) and beat.role in waited:
                yield self._judge(beat, waited, now_ms)

    def _waited_s(self, ctx: CheckContext, now_ms: int) -> dict[str, float]:
        """Role → for how many seconds work has been waiting for it, 0 where none waits."""
        stats = ctx.queue.stats()
        waited = dict.fromkeys(self.ALWAYS, float("inf"))
        waited["collector"] = (now_ms - stats.oldest_ms) / 1000 if stats.oldest_ms else 0.0
        waited["cleaner"] = self._unread_s(ctx)
        return waited

    def _unread_s(self, ctx: CheckContext) -> float:
        tick = ctx.clock.monotonic()
        if not ctx.log.depth(DOCUMENT_TOPICS, CLEANER_GROUP):
            self._unread_since = None
            return 0.0
        self._unread_since = tick if self._unread_since is None else self._unread_since
        return tick - self._unread_since

    def _judge(self, beat: Beat, waited: Mapping[str, float], now_ms: int) -> Finding:
        subject, expected = f"{beat.role} {beat.worker}"[:128], f"< {self.WARN_S:g} s while work waits"
        if not beat.progress_at:
            return Finding("process", subject, State.UNKNOWN, None, expected)
        idle = max(now_ms - beat.progress_at, 0) / 1000
        state = graded(min(idle, waited[beat.role]), self.WARN_S, self.DOWN_S)
        if state is State.OK:
            return Finding("process", subject, state, 0, expected)
        return Finding("process", subject, state, round(idle), expected, {"host": beat.host, "role": beat.role})
