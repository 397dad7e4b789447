"""Counters of ingest for Prometheus."""

from __future__ import annotations

import threading
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from pusher.ingest.slots import Slot


class Metrics:
    """One registry per app, so that several apps can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._documents = Counter(
            "catchment_ingest_documents", "Documents answered.", ["status"], registry=self.registry
        )
        self._events = Counter(
            "catchment_ingest_events", "Events taken or dropped.", ["outcome"], registry=self.registry
        )
        self._refused = Counter(
            "catchment_ingest_refused", "Pushes refused as a whole.", ["code"], registry=self.registry
        )
        self._seconds = Histogram("catchment_ingest_push_seconds", "Duration of one push.", registry=self.registry)
        self._lock = threading.Lock()
        self.handled = 0
        self.in_flight = 0

    @contextmanager
    def working(self) -> Iterator[None]:
        """Around one push: its duration, and whether any is under way."""
        with self._lock:
            self.in_flight += 1
        try:
            with self._seconds.time():
                yield
        finally:
            with self._lock:
                self.in_flight -= 1
                self.handled += 1

    def count(self, slots: Sequence[Slot]) -> None:
        for status, number in Tally(slot.status or "retry" for slot in slots).items():
            self._documents.labels(status).inc(number)

    def events(self, taken: int, dropped: int) -> None:
        self._events.labels("taken").inc(taken)
        self._events.labels("dropped").inc(dropped)

    def refused(self, code: str) -> None:
        self._refused.labels(code).inc()

    def text(self) -> bytes:
        return generate_latest(self.registry)
