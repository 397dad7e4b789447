"""What this process has done, for heartbeats."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from kit.contracts.task import Outcome, TaskState


@dataclass(slots=True)
class Stats:
    """Counters since the start; `progress_at` is the Unix ms of the last sign of progress. Thread-safe."""

    progress_at: int = 0
    succeeded: int = 0
    failed: int = 0
    dead: int = 0
    handed_back: int = 0
    documents: int = 0
    busy: int = 0
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

    def facts(self) -> dict[str, str]:
        with self._lock:
            names = ("progress_at", "succeeded", "failed", "dead", "handed_back", "documents", "busy")
            return {name: str(getattr(self, name)) for name in names}
