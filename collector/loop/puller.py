"""The thread that takes work from the queue, never more than there are free slots, and comes back after every outage (K1)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

from collector.loop.ports import Ports
from collector.loop.stats import WITHHELD_SLOTS, WITHHELD_SPOOL, Stats
from kit import logs
from kit.clock import Clock, to_ms
from kit.contracts.task import Claim
from kit.errors import RetriableError
from kit.settings import Settings

FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 5.0
FULL_PAUSE_S: Final = 0.5
GATHER_S: Final = 0.01
# So many takes that bring nothing while work has waited for so long mean that this worker cannot see it.
EMPTY_TAKES: Final = 3
WAITED_MS: Final = 10_000
log = logs.get(__name__)


class Puller(threading.Thread):
    """`deliver` is called in this thread for each claim; `free` slots are given back with `release`."""

    def __init__(
        self,
        ports: Ports,
        worker: str,
        settings: Settings,
        clock: Clock,
        stats: Stats,
        deliver: Callable[[Claim], None],
    ) -> None:
        super().__init__(name="puller", daemon=True)
        self._ports = ports
        self._worker = worker
        self._settings = settings
        self._clock = clock
        self.stats = stats
        self._deliver = deliver
        self._free = settings.collector_concurrency
        self._batch = max(1, self._free // 8)
        self._empty = 0
        self._change = threading.Condition()
        self._stopped = threading.Event()

    def run(self) -> None:
        pause = 0.0
        while not self._stopped.wait(pause):
            try:
                pause = self._once()
            except RetriableError as error:
                pause = min(max(pause * 2, FIRST_PAUSE_S), LONGEST_PAUSE_S)
                log.warning("queue_away", error=str(error), pause=pause)

    def release(self) -> None:
        """One slot is free again."""
        with self._change:
            self._free += 1
            self._change.notify()

    def withdraw(self) -> None:
        """One slot that was given back is needed again; takes wait until as many have ended."""
        with self._change:
            self._free -= 1

    def stop(self) -> None:
        """Takes nothing more; a wait in progress ends within the queue's timeout, and what it brings is still delivered."""
        self._stopped.set()
        with self._change:
            self._change.notify()

    def _once(self) -> float:
        """One take; seconds to pause before the next."""
        if self._ports.outbox.full():
            self.stats.withholds(WITHHELD_SPOOL)
            self.stats.listened(self._now_ms())
            return FULL_PAUSE_S
        free = self._await_slots()
        self.stats.withholds("" if free else WITHHELD_SLOTS)
        if not free:
            return 0.0
        timeout = self._settings.take_timeout_seconds
        claims = self._ports.queue.take(self._worker, limit=free, timeout_s=timeout, now_ms=self._now_ms())
        for claim in claims:
            with self._change:
                self._free -= 1
            self._deliver(claim)
        self.stats.listened(self._now_ms())
        self._judge(claims)
        return 0.0

    def _judge(self, claims: Sequence[Claim]) -> None:
        """Coming back empty again and again although work waits is no progress: whatever holds the connections is left behind."""
        if claims:
            self._empty = 0
            self.stats.took(self._now_ms())
            return
        self._empty += 1
        if self._empty < EMPTY_TAKES:
            return
        self._empty = 0
        queue = self._ports.queue.stats()
        waiting = sum(lane.waiting for lane in queue.lanes)
        oldest = min((lane.oldest_ms for lane in queue.lanes if lane.oldest_ms), default=0)
        if waiting and oldest and self._now_ms() - oldest > WAITED_MS:
            log.warning("work_not_taken", waiting=waiting, since_ms=oldest)
            self._ports.queue.reconnect()
            self.stats.reconnects()

    def _now_ms(self) -> int:
        return to_ms(self._clock.now())

    def _await_slots(self) -> int:
        with self._change:
            if self._free <= 0:
                self._change.wait(FULL_PAUSE_S)
            # Slots that come free one by one are filled together: one trip to the queue instead of many.
            self._change.wait_for(lambda: self._free >= self._batch or self._stopped.is_set(), GATHER_S)
            return max(self._free, 0)
