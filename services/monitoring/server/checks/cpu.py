"""How busy the processor has been for some minutes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import ClassVar

from services.monitoring.base import CheckContext, Finding, Slice, State, graded
from services.monitoring.server.host import Host


class Cpu:
    """The mean of the last READINGS readings: a short burst is what processors are for. Too few readings are no data."""

    key: ClassVar[str] = "server.cpu"
    title: ClassVar[str] = "Processor"
    slice: ClassVar[Slice] = Slice.SERVER
    every_s: ClassVar[float] = 30.0
    READINGS: ClassVar[int] = 10
    WARN: ClassVar[float] = 0.9
    DOWN: ClassVar[float] = 0.98

    def __init__(self, host: Host) -> None:
        self._host = host
        self._readings: deque[float] = deque(maxlen=self.READINGS)
        self._begun = False

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        reading = self._host.cpu_share()
        if self._begun:
            self._readings.append(reading)
        self._begun = True
        expected = f"< {self.WARN:.0%} over {self.READINGS * self.every_s / 60:g} min"
        if len(self._readings) < self.READINGS:
            yield Finding("host", self._host.name, State.UNKNOWN, None, expected)
            return
        mean = sum(self._readings) / len(self._readings)
        yield Finding("host", self._host.name, graded(mean, self.WARN, self.DOWN), round(mean, 3), expected)
