"""Whether the volume that holds the data fills up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from services.monitoring.base import CheckContext, Finding, Slice, State
from services.monitoring.server.host import DiskUse, Host


class Disk:
    """Little is free when both its share and its size are small: a twentieth of a large volume is plenty."""

    key: ClassVar[str] = "server.disk"
    title: ClassVar[str] = "Disk of the data folder"
    slice: ClassVar[Slice] = Slice.SERVER
    every_s: ClassVar[float] = 60.0
    WARN_FREE: ClassVar[float] = 0.15
    WARN_BYTES: ClassVar[int] = 20_000_000_000
    DOWN_FREE: ClassVar[float] = 0.05
    DOWN_BYTES: ClassVar[int] = 2_000_000_000

    def __init__(self, host: Host) -> None:
        self._host = host

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        use = self._host.disk(ctx.settings.data_dir)
        free = round(use.free / max(use.total, 1), 2)
        evidence = {"free_gb": round(use.free / 1e9, 1), "total_gb": round(use.total / 1e9, 1)}
        expected = f"> {self.WARN_FREE:.0%} free"
        yield Finding("host", self._host.name, self._state(use), free, expected, evidence)

    def _state(self, use: DiskUse) -> State:
        share = use.free / max(use.total, 1)
        if share <= self.DOWN_FREE and use.free <= self.DOWN_BYTES:
            return State.DOWN
        return State.WARN if share <= self.WARN_FREE and use.free <= self.WARN_BYTES else State.OK
