"""What the driver does beside the batches: it says that it is alive and how far it is, and clears old near-duplicate keys away."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from typing import Any, Protocol

from cleaner.local.ports import CleanerPorts
from cleaner.sinks.groups import forget_periods
from cleaner.spark import progress
from cleaner.spark.batch import BatchRunner
from kit import logs
from kit.clock import Clock, to_ms
from kit.errors import CatchmentError
from kit.settings import Settings

_BEAT_SECONDS = 5.0
_TIDY_SECONDS = 3600.0
log = logs.get(__name__)


class Query(Protocol):
    """The part of Spark's StreamingQuery that is read here."""

    @property
    def lastProgress(self) -> Any: ...


class Place(Protocol):
    def note(self, ends: Mapping[tuple[str, str], int]) -> None: ...


class Care:
    def __init__(
        self, ports: CleanerPorts, settings: Settings, clock: Clock, batches: BatchRunner, place: Place
    ) -> None:
        self._ports, self._settings, self._clock, self._batches, self._place = ports, settings, clock, batches, place
        self._noted = -1
        self._host, self._pid = socket.gethostname(), os.getpid()
        self._beat_at = self._tidy_at = float("-inf")

    def take(self, query: Query, *, last: bool = False) -> None:
        """Does what is due; a beat in any case when it is the `last` time. Backends that are away are passed over."""
        now = self._clock.monotonic()
        self._note(query)
        if last or now - self._beat_at >= _BEAT_SECONDS:
            self._beat_at = now
            self._beat(query)
        if now - self._tidy_at >= _TIDY_SECONDS:
            self._tidy(now)

    def _note(self, query: Query) -> None:
        if self._batches.last_id == self._noted:
            return
        found = query.lastProgress
        if found is not None and int(found["batchId"]) >= self._batches.last_id:
            self._noted = self._batches.last_id
            self._place.note(progress.ends(found))

    def _beat(self, query: Query) -> None:
        if self._ports.heartbeats is None:
            return
        now_ms = to_ms(self._clock.now())
        own = self._batches
        # Without work there is nothing to get stuck on.
        at = own.progress_ms if own.busy else now_ms
        facts = {"engine": "spark", "cleaned": str(own.cleaned), "dead": str(own.dead), "lag": "0"}
        facts |= {"progress_at": str(at), "host": self._host, "pid": str(self._pid)}
        try:
            facts |= progress.facts(query.lastProgress)
            self._ports.heartbeats.beat("cleaner", f"{self._host}:{self._pid}", facts, now_ms=now_ms)
        except CatchmentError as error:
            log.warning("heartbeat_failed", error=str(error))

    def _tidy(self, now: float) -> None:
        try:
            days = self._settings.duplicate_days
            gone = forget_periods(self._ports.archive, now_ms=to_ms(self._clock.now()), days=days)
        except CatchmentError as error:
            log.warning("tidy_failed", error=str(error))
            gone = 0
        if not gone:
            self._tidy_at = now
