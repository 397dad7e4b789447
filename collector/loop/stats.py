"""What this process has done, for heartbeats."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from kit.contracts.task import Outcome, TaskState

WITHHELD_SPOOL = "spool_full"
WITHHELD_SLOTS = "slots_full"


@dataclass(slots=True)
class Stats:
    """Counters since the start. Thread-safe.

    `progress_at` is the Unix ms of the last sign of progress, `taken_at` of the last time that work was taken, or of the start;
    `withheld` says why no work is asked for now: WITHHELD_SPOOL, WITHHELD_SLOTS, or empty.
    """

    progress_at: int = 0
    succeeded: int = 0
    failed: int = 0
    dead: int = 0
    handed_back: int = 0
    documents: int = 0
    busy: int = 0
    taken_at: int = 0
    withheld: str = ""
    reconnected: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ended(self, outcome: Outcome, now_ms: int) -> None:
        with self._lock:
            self.progress_at = now_ms
            self.documents += outcome.documents
            self.succeeded += outcome.state is TaskState.SUCCESS
            self.failed += outcome.state is TaskState.FAILED
            self.dead += outcome.state is TaskState.DEAD

    def handed(self, now_ms: int) -> None:
        with self._lock:
            self.progress_at = now_ms
            self.handed_back += 1

    def listened(self, now_ms: int) -> None:
        """The queue answered, with or without work."""
        with self._lock:
            self.progress_at = now_ms

    def took(self, now_ms: int) -> None:
        with self._lock:
            self.taken_at = now_ms

    def withholds(self, reason: str) -> None:
        with self._lock:
            self.withheld = reason

    def reconnects(self) -> None:
        with self._lock:
            self.reconnected += 1

    def facts(self) -> dict[str, str]:
        with self._lock:
            names: tuple[str, ...] = ("progress_at", "succeeded", "failed", "dead", "handed_back", "documents", "busy")
            names += ("taken_at", "withheld", "reconnected")
            return {name: str(getattr(self, name)) for name in names}
