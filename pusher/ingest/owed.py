"""Marks of documents that are in the log and that Redis would not take: kept here until it does, and heeded meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from kit import logs
from kit.errors import CatchmentError
from kit.ports.cache import IngestMarks

# What is owed beyond this is forgotten, the oldest first: such a document may then be taken twice, as after a crash.
MOST: Final = 100_000
log = logs.get(__name__)


class OwedMarks:
    """Thread-safe. A process that ends owes nothing any more."""

    def __init__(self, marks: IngestMarks) -> None:
        self._marks = marks
        self._keys: dict[str, None] = {}
        self._lock = threading.Lock()

    def confirm(self, keys: Sequence[str]) -> None:
        """Marks these as done, now or later."""
        try:
            self._marks.confirm(keys)
        except CatchmentError as error:
            log.warning("ingest_mark_failed", error=str(error), documents=len(keys))
            with self._lock:
                self._keys.update(dict.fromkeys(keys))
                for oldest in list(self._keys)[: max(0, len(self._keys) - MOST)]:
                    del self._keys[oldest]

    def pay(self) -> None:
        """Tries again what is owed; one call, nothing when there is nothing."""
        with self._lock:
            keys = list(self._keys)
        if keys:
            with suppress(CatchmentError):
                self._marks.confirm(keys)
                with self._lock:
                    for key in keys:
                        self._keys.pop(key, None)

    def owes(self, key: str) -> bool:
        return key in self._keys
