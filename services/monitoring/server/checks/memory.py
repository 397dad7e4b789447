"""Whether the machine runs out of memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from services.monitoring.base import CheckContext, Finding, Slice, graded
from services.monitoring.server.host import Host


class Memory:
    key: ClassVar[str] = "server.memory"
    title: ClassVar[str] = "Memory"
    slice: ClassVar[Slice] = Slice.SERVER
    every_s: ClassVar[float] = 30.0
    WARN_USED: ClassVar[float] = 0.9
    DOWN_USED: ClassVar[float] = 0.97

    def __init__(self, host: Host) -> None:
        self._host = host

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        used = 1 - self._host.memory_free_share()
        state = graded(used, self.WARN_USED, self.DOWN_USED)
        yield Finding("host", self._host.name, state, round(used, 2), f"< {self.WARN_USED:.0%} used")
