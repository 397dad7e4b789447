"""The cleaner role: reads documents from the log until told to stop."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from cleaner.local.batch import Batch, BatchCleaner
from cleaner.local.poison import Poison
from cleaner.local.ports import CleanerPorts
from cleaner.sinks.groups import forget_periods
from kit import logs
from kit.clock import Clock, to_ms
from kit.errors import CatchmentError, RetriableError
from kit.ports.log import DOCUMENT_TOPICS, LogConsumer, Message
from kit.settings import Settings

__all__ = ["GROUP", "CleanerPorts", "run"]

GROUP = "cleaner"
_POLL_SECONDS = 0.5
_BEAT_SECONDS = 5.0
_TIDY_SECONDS = 3600.0
# A try costs one refused connection; documents should not wait long for a cleaner that has not noticed that its server is back.
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.2, 5.0
T = TypeVar("T")
log = logs.get(__name__)


def run(ports: CleanerPorts, settings: Settings, clock: Clock, stop: threading.Event) -> None:
    """Cleans until `stop` is set. Raises PoisonError after more messages in a row that are no documents than settings allow."""
    Cleaner(ports, settings, clock, stop).run()


class Cleaner:
    """One consumer of the document topics; several processes share the partitions where the log can do that."""

    def __init__(self, ports: CleanerPorts, settings: Settings, clock: Clock, stop: threading.Event) -> None:
        self._ports, self._settings, self._clock, self._stop = ports, settings, clock, stop
        self._host, self._pid = socket.gethostname(), os.getpid()
        self._worker = f"{self._host}:{self._pid}"
        self._batches = BatchCleaner(ports, settings, clock, self._worker)
        self._poison = Poison(settings.poison_max)
        self._cleaned = self._dead = 0
        self._beat_at = self._tidy_at = float("-inf")
        self._progress_ms = to_ms(clock.now())

    def run(self) -> None:
        consumer = self._patiently(lambda: self._ports.log.consumer(DOCUMENT_TOPICS, GROUP))
        if consumer is None:
            return
        log.info("cleaner_started", worker=self._worker)
        try:
            while not self._stop.is_set():
                self.step(consumer)
        finally:
            consumer.close()
        log.info("cleaner_stopped", cleaned=self._cleaned, dead=self._dead)

    def step(self, consumer: LogConsumer) -> int:
        """Polls and processes one batch; how many messages. Nothing is committed that is not in archive and index."""
        size = self._settings.clean_batch
        messages = self._patiently(lambda: consumer.poll(max_records=size, timeout_s=_POLL_SECONDS)) or []
        if messages:
            batch = self._patiently(lambda: self._batches.process(messages, lambda found: self._check(messages, found)))
            if batch is None:
                return 0
            self._count(batch)
            self._patiently(consumer.commit)
        self._progress_ms = to_ms(self._clock.now())
        self._beat(consumer)
        self._tidy()
        return len(messages)

    def _check(self, messages: Sequence[Message], batch: Batch) -> None:
        places = [f"{message.topic}[{message.partition}] at {message.offset}" for message in messages]
        self._poison.check(batch.good, places, [reason for _, reason in batch.dead])

    def _count(self, batch: Batch) -> None:
        self._cleaned += len(batch.results)
        self._dead += len(batch.dead)
        self._poison.count(batch.good)

    def _patiently(self, action: Callable[[], T]) -> T | None:
        """The result, tried again with growing pauses while a backend is away; None when told to stop meanwhile."""
        pause = _FIRST_PAUSE_S
        while True:
            try:
                return action()
            except RetriableError as error:
                log.warning("cleaner_waits", code=error.code, error=str(error), pause_s=pause)
                if self._stop.wait(max(pause, min(error.retry_after_s or 0.0, _LONGEST_PAUSE_S))):
                    return None
                pause = min(pause * 2, _LONGEST_PAUSE_S)

    def _beat(self, consumer: LogConsumer) -> None:
        now = self._clock.monotonic()
        if self._ports.heartbeats is None or now - self._beat_at < _BEAT_SECONDS:
            return
        self._beat_at = now
        try:
            facts = {"cleaned": self._cleaned, "dead": self._dead, "lag": consumer.lag(), "pid": self._pid}
            texts = {name: str(value) for name, value in facts.items()} | {"host": self._host}
            texts["progress_at"] = str(self._progress_ms)
            self._ports.heartbeats.beat("cleaner", self._worker, texts, now_ms=to_ms(self._clock.now()))
        except CatchmentError as error:
            log.warning("heartbeat_failed", error=str(error))

    def _tidy(self) -> None:
        """Once an hour, near-duplicate keys that are out of the window are deleted, some at a time."""
        now = self._clock.monotonic()
        if now - self._tidy_at < _TIDY_SECONDS:
            return
        try:
            days = self._settings.duplicate_days
            gone = forget_periods(self._ports.archive, now_ms=to_ms(self._clock.now()), days=days)
        except CatchmentError as error:
            log.warning("tidy_failed", error=str(error))
            gone = 0
        if not gone:
            self._tidy_at = now
