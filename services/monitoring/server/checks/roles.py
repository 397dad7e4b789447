"""Every role has a process that beats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from kit.clock import to_ms
from services.monitoring.base import CheckContext, Finding, Slice, State
from services.monitoring.server import beats
from services.monitoring.server.beats import ROLES, Beat


class RoleAlive:
    """A role that an error ended is down at once, with the error as evidence. A role that this monitor has never seen is unknown for a while after the start, then down. Other roles are watched once they beat."""

    key: ClassVar[str] = "server.roles"
    title: ClassVar[str] = "Roles at work"
    slice: ClassVar[Slice] = Slice.SERVER
    every_s: ClassVar[float] = 10.0
    START_S: ClassVar[float] = 60.0

    def __init__(self) -> None:
        self._since: float | None = None
        self._met: set[str] = set()

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        now_ms, tick = to_ms(ctx.clock.now()), ctx.clock.monotonic()
        self._since = tick if self._since is None else self._since
        found = beats.read(ctx.heartbeats.all(now_ms=now_ms))
        alive = [beat for beat in found if beat.alive(now_ms)]
        self._met.update(beat.role for beat in alive)
        for role in dict.fromkeys([*ROLES, *sorted(self._met)]):
            own = [beat for beat in found if beat.role == role]
            yield self._judge(role, [beat for beat in own if beat in alive], _reason(own), tick - self._since)

    def _judge(self, role: str, alive: list[Beat], stopped: str, watched_s: float) -> Finding:
        expected = ">= 1 process"
        if alive:
            return Finding("role", role, State.OK, len(alive), expected, {"workers": [beat.worker for beat in alive]})
        if stopped:
            return Finding("role", role, State.DOWN, 0, expected, {"stopped": stopped})
        starting = role not in self._met and watched_s < self.START_S
        return Finding("role", role, State.UNKNOWN if starting else State.DOWN, None if starting else 0, expected)


def _reason(own: list[Beat]) -> str:
    """The last one's, of the processes that an error ended."""
    return max(own, key=lambda beat: beat.at).stopped if own else ""
