"""The loop of one scheduler process: hold or seek the lease, do what is due, tell how it goes."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass

from kit import logs
from kit.clock import Clock
from kit.errors import RetriableError
from kit.ids import random_id
from kit.settings import Settings
from scheduler import era, upkeep
from scheduler.context import Context
from scheduler.due import BATCH, enqueue_due
from scheduler.ports import SchedulerPorts
from services.db import Database
from services.tasks.lease import LeaderLease

log = logs.get(__name__)
LEASE = "scheduler"
BEAT_S = 5.0
PURGE_S = 3600.0
LONGEST_PAUSE_S = 10.0


@dataclass(slots=True)
class Duty:
    """Something done every `every` seconds (monotonic) while leading."""

    every: float
    do: Callable[[Context], object]
    next_at: float = 0.0


class Scheduler:
    """`step` is one round; `run` repeats it. One thread."""

    def __init__(self, ports: SchedulerPorts, settings: Settings, clock: Clock, worker: str) -> None:
        database = Database(ports.database)
        self._context = Context(database, ports.queue, ports.cache, clock, settings)
        self._heartbeats = ports.heartbeats
        self._worker = worker
        self.lease = LeaderLease(database, LEASE, worker, clock, settings.lease_seconds)
        self._duties = [
            Duty(settings.duty_seconds, era.keep),
            Duty(settings.duty_seconds, upkeep.promote),
            Duty(settings.duty_seconds, upkeep.take_ends),
            Duty(settings.duty_seconds, upkeep.grant_wishes),
            Duty(settings.tick_seconds, self._tick),
            Duty(settings.reap_seconds, upkeep.reap),
            Duty(settings.reap_seconds, upkeep.reconcile),
            Duty(PURGE_S, upkeep.purge),
        ]
        self._renew_at = 0.0
        self._beat_at = 0.0

    def step(self) -> None:
        """Leads or tries to, does each duty whose time has come, beats. Raises RetriableError when a backend does not answer."""
        clock = self._context.clock
        if self._lead():
            for duty in self._duties:
                if clock.monotonic() >= duty.next_at and self._lead():
                    duty.do(self._context)
                    duty.next_at = clock.monotonic() + duty.every
        if clock.monotonic() >= self._beat_at:
            self._beat()

    def _lead(self) -> bool:
        """True while the lease is held; renewed at a third of its life, so that a long duty does not outlive it."""
        now = self._context.clock.monotonic()
        if now < self._renew_at:
            return self.lease.held
        led = self.lease.held
        leads = self.lease.acquire() is not None
        self._renew_at = now + self._context.settings.lease_seconds / 3
        if leads and not led:
            log.info("leading", fence=self.lease.fence)
        elif led and not leads:
            log.warning("lease_lost")
        return leads

    def _tick(self, context: Context) -> None:
        while self._lead() and enqueue_due(context) == BATCH:
            pass

    def _beat(self) -> None:
        clock = self._context.clock
        now_ms = self._context.now_ms()
        facts = {
            "progress_at": str(now_ms),
            "leads": "1" if self.lease.held else "0",
            "pid": str(os.getpid()),
            "host": socket.gethostname(),
        }
        self._heartbeats.beat(LEASE, self._worker, facts, now_ms=now_ms)
        self._beat_at = clock.monotonic() + BEAT_S


def run(ports: SchedulerPorts, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    """Runs until `stop`. A backend that does not answer costs a growing pause, nothing else."""
    scheduler = Scheduler(ports, settings, clock, f"{socket.gethostname()}:{os.getpid()}:{random_id(32)}")
    pause = step_s = min(settings.duty_seconds, settings.tick_seconds) / 4
    while not stop.wait(pause):
        try:
            scheduler.step()
            pause = step_s
        except RetriableError as error:
            pause = min(max(pause, 0.1) * 2, LONGEST_PAUSE_S)
            log.warning("backend_unavailable", error=str(error), pause_s=pause)
    try:
        scheduler.lease.release()
    except RetriableError as error:
        log.warning("lease_not_released", error=str(error))
