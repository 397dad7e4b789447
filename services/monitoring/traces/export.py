"""Reads `collect.events` in a group of its own and sends spans on; what a receiver has not taken is kept and sent again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from kit import logs
from kit.clock import Clock
from kit.errors import CatchmentError
from kit.ports.log import Log, LogConsumer, Message
from services.monitoring.events.decode import read
from services.monitoring.traces.spans import request

log = logs.get(__name__)
GROUP: Final = "traces"
BATCH: Final = 500
BATCHES: Final = 4
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
# "later": away or busy; "never": it was understood and refused, and would be again.
Answer = Literal["taken", "later", "never"]
Sender = Callable[[dict[str, Any]], tuple[Answer, str]]


class TraceExport:
    """A duty of the monitor that leads. A receiver that is away costs the monitor one short try a minute, and no event."""

    def __init__(self, source: Log, send: Sender, clock: Clock) -> None:
        self._log, self._send, self._clock = source, send, clock
        self._consumer: LogConsumer | None = None
        self._waiting: list[Message] = []
        self._pause_s = 0.0
        self._next_at = float("-inf")

    def step(self) -> None:
        """Sends up to BATCHES batches. Raises BackendUnavailable when the log does not answer."""
        for _ in range(BATCHES):
            if self._clock.monotonic() < self._next_at or not self._batch():
                return

    def close(self) -> None:
        consumer, self._consumer, self._waiting = self._consumer, None, []
        if consumer is not None:
            consumer.close()

    def _batch(self) -> bool:
        """True when more may wait."""
        if self._consumer is None:
            self._consumer = self._log.consumer(["collect.events"], GROUP)
        try:
            messages = self._waiting or self._consumer.poll(max_records=BATCH, timeout_s=0)
            if not messages:
                return False
            self._waiting = messages
            if not self._delivered(messages):
                return False
            self._consumer.commit()
            self._waiting = []
        except CatchmentError:
            self.close()
            raise
        return len(messages) == BATCH

    def _delivered(self, messages: list[Message]) -> bool:
        seen = [event for event in map(read, messages) if event is not None]
        answer, reason = self._send(request(seen)) if seen else ("taken", "")
        if answer == "later":
            self._pause_s = min(max(self._pause_s * 2, FIRST_PAUSE_S), LONGEST_PAUSE_S)
            self._next_at = self._clock.monotonic() + self._pause_s
            log.warning("traces_wait", reason=reason, pause_s=self._pause_s)
            return False
        if answer == "never":
            log.error("traces_refused", reason=reason, spans=len(seen))
        self._pause_s = 0.0
        return True
