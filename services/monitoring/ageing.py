"""Once a day the monitor that leads lets the index age, so that of several monitors and cleaners one does it."""

from __future__ import annotations

from collections.abc import Callable

from kit import logs
from kit.clock import Clock
from kit.errors import CatchmentError
from kit.ports.index import SearchIndex

DAY_S = 86_400.0
# After a start, so that roles that end and start again do not ask each time; and after an index that was away.
FIRST_S, AGAIN_S = 60.0, 600.0
log = logs.get(__name__)


class IndexAgeing:
    def __init__(self, index: Callable[[], SearchIndex] | None, clock: Clock) -> None:
        self._index, self._clock = index, clock
        self._at = clock.monotonic() + FIRST_S

    def step(self) -> None:
        """Never raises what an index can raise: it is not what monitors are for."""
        if self._index is None or self._clock.monotonic() < self._at:
            return
        try:
            lines = self._index().age()
        except CatchmentError as error:
            log.warning("index_not_aged", error=str(error))
            self._at = self._clock.monotonic() + AGAIN_S
            return
        for line in lines:
            log.info("index_aged", what=line)
        self._at = self._clock.monotonic() + DAY_S
