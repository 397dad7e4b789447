"""The monitor role: takes events in, runs the checks, tells how it goes. Of several monitors one is at work, the others stand by."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Sequence

from kit import logs
from kit.clock import Clock, to_ms
from kit.errors import RetriableError
from kit.ids import random_id
from kit.settings import Settings
from services.db import Database
from services.monitoring import registry
from services.monitoring.ageing import IndexAgeing
from services.monitoring.base import Check, CheckContext
from services.monitoring.events.feed import BATCH, EventFeed
from services.monitoring.ports import MonitorPorts
from services.monitoring.rounds import Rounds
from services.monitoring.state import StateStore
from services.tasks.lease import LeaderLease

__all__ = ["Monitor", "MonitorPorts", "run"]
log = logs.get(__name__)
ROLE = "monitor"
STEP_S = 0.5
# Longer than any single check takes, so that a standby does not take over in the middle of one.
LEASE_S = 45.0
BEAT_S = 5.0
PRUNE_S = 600.0
PRUNE_LIMIT = 5000
LONGEST_PAUSE_S = 10.0
DRAIN_BATCHES = 5


class Monitor:
    """`step` is one round; `run` repeats it. One thread."""

    def __init__(
        self,
        ports: MonitorPorts,
        settings: Settings,
        clock: Clock,
        worker: str,
        checks: Sequence[Check] | None = None,
    ) -> None:
        database = Database(ports.database)
        self._clock = clock
        self._worker = worker
        self._store = StateStore(database, clock)
        self._heartbeats = ports.heartbeats
        self.lease = LeaderLease(database, ROLE, worker, clock, LEASE_S)
        context = CheckContext(database, ports.queue, ports.heartbeats, ports.log, clock, settings)
        self._rounds = Rounds(context, registry.checks() if checks is None else checks)
        self._feed = EventFeed(database, ports.log, clock, registry.projections())
        self._ageing = IndexAgeing(ports.index, clock)
        self._duties = ports.duties
        self._events = 0
        self._progress_ms = to_ms(clock.now())
        self._renew_at = self._beat_at = 0.0
        self._prune_at = clock.monotonic() + PRUNE_S

    def step(self) -> None:
        """Does what is due; a duty whose backend does not answer does not keep the others from it. Raises the first such error at the end."""
        errors = [error for duty in (self._work, self._beat) if (error := _tried(duty))]
        if errors:
            raise errors[0]

    def close(self) -> None:
        """Lets another one lead at once."""
        for duty in self._duties:
            duty.close()
        self._feed.close()
        self.lease.release()

    def _work(self) -> None:
        if not self._lead():
            self._feed.close()
            self._progress_ms = to_ms(self._clock.now())
            return
        others = tuple(duty.step for duty in self._duties)
        duties = (self._take_events, self._look, *others, self._prune, self._ageing.step)
        errors = [error for duty in duties if (error := _tried(duty))]
        if errors:
            raise errors[0]
        self._progress_ms = to_ms(self._clock.now())

    def _lead(self) -> bool:
        """True while the lease is held; renewed at a third of its life."""
        now = self._clock.monotonic()
        if now < self._renew_at:
            return self.lease.held
        led = self.lease.held
        leads = self.lease.acquire() is not None
        self._renew_at = now + LEASE_S / 3
        if leads != led:
            log.info("leading" if leads else "standing_by")
        return leads

    def _take_events(self) -> None:
        for _ in range(DRAIN_BATCHES):
            taken = self._feed.step()
            self._events += taken
            if taken < BATCH or not self._lead():
                return

    def _look(self) -> None:
        self._rounds.step(self._lead)

    def _prune(self) -> None:
        if self._clock.monotonic() < self._prune_at:
            return
        more = max(self._feed.prune(PRUNE_LIMIT), self._store.prune(PRUNE_LIMIT)) >= PRUNE_LIMIT
        self._prune_at = self._clock.monotonic() + (STEP_S if more else PRUNE_S)

    def _beat(self) -> None:
        if self._clock.monotonic() < self._beat_at:
            return
        facts = {
            "progress_at": str(self._progress_ms),
            "leads": "1" if self.lease.held else "0",
            "events": str(self._events),
            "checks": str(self._rounds.ran),
            "pid": str(os.getpid()),
            "host": socket.gethostname(),
        }
        self._heartbeats.beat(ROLE, self._worker, facts, now_ms=to_ms(self._clock.now()))
        self._beat_at = self._clock.monotonic() + BEAT_S


def run(ports: MonitorPorts, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    """Runs until `stop`. A backend that does not answer costs a growing pause, nothing else."""
    monitor = Monitor(ports, settings, clock, f"{socket.gethostname()}:{os.getpid()}:{random_id(32)}")
    pause = STEP_S
    while not stop.wait(pause):
        try:
            monitor.step()
            pause = STEP_S
        except RetriableError as error:
            pause = min(pause * 2, LONGEST_PAUSE_S)
            log.warning("backend_unavailable", error=str(error), pause_s=pause)
    if unreleased := _tried(monitor.close):
        log.warning("lease_not_released", error=str(unreleased))


def _tried(duty: Callable[[], None]) -> RetriableError | None:
    try:
        duty()
    except RetriableError as error:
        return error
    return None
