"""The thread that sends what the spool holds, in order, until ingest has answered each document for good."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from kit import logs
from kit.contracts.document import PushAnswer
from pusher.client.backoff import Backoff
from pusher.client.futures import complete
from pusher.client.parcel import Parcel
from pusher.client.refused import RefusedPages
from pusher.client.segment import Entry
from pusher.client.spool import Spool
from pusher.client.transport import Delivered, Later, Transport, Unfit

_REQUEST_BYTES = 8 * 1024 * 1024
_IDLE_SECONDS = 1.0
# Ingest is there and only some documents must wait (a killed ingest's reservation, object storage): ask again soon.
_LONGEST_PARTIAL_S = 3.0
_WORST_FIRST = ("invalid", "stale", "accepted", "duplicate")
log = logs.get(__name__)


class Drainer:
    def __init__(self, spool: Spool, transport: Transport, refused: RefusedPages, batch: int) -> None:
        self._spool, self._transport, self._refused = spool, transport, refused
        self._batch = self._limit = batch
        self._held: list[Entry] = []
        self._backoff = Backoff()
        self._halt = threading.Event()
        self.sent = 0
        self._thread = threading.Thread(target=self._run, name="spool-drainer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread after the request in flight, which is broken off."""
        self._halt.set()
        self._spool.wake()
        self._transport.close()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._halt.is_set():
            try:
                self._step()
            except OSError as error:
                log.error("spool_drain_failed", error=f"{type(error).__name__}: {error}")
                self._pause(None)

    def _step(self) -> None:
        room = self._limit - len(self._held)
        if room > 0:
            self._held += self._spool.take(room, _REQUEST_BYTES, 0.0 if self._held else _IDLE_SECONDS)
        batch = self._readable(self._held[: self._limit])
        if not batch:
            return
        events = [event for entry, parcel in batch if not entry.events_sent for event in parcel.events]
        outcome = self._transport.push([parcel for _, parcel in batch], events)
        match outcome:
            case Delivered():
                self._delivered(batch, outcome.answers)
            case Unfit():
                self._unfit(batch, outcome.reason)
            case Later():
                self._later(outcome)

    def _readable(self, entries: Sequence[Entry]) -> list[tuple[Entry, Parcel]]:
        batch = []
        for entry in entries:
            parcel = self._spool.read(entry)
            if parcel is None:
                self._settle(entry, "invalid")
            else:
                batch.append((entry, parcel))
        return batch

    def _delivered(self, batch: list[tuple[Entry, Parcel]], answers: list[list[PushAnswer]]) -> None:
        try:
            for (entry, parcel), got in zip(batch, answers, strict=True):
                self._answered(entry, parcel, got)
        finally:
            self._forget_done()
        if any(not entry.done for entry, _ in batch):
            self._halt.wait(self._backoff.next(longest_s=_LONGEST_PARTIAL_S))
        else:
            self._backoff.reset()
            self._limit = min(self._batch, self._limit * 2)

    def _answered(self, entry: Entry, parcel: Parcel, got: Sequence[PushAnswer]) -> None:
        entry.events_sent = True
        found = {answer.status for answer in got}
        if "retry" in found:
            return
        if "invalid" in found:
            self._refused.add(parcel, got)
        self._finish(entry, summary(got))

    def _unfit(self, batch: list[tuple[Entry, Parcel]], reason: str) -> None:
        if len(batch) > 1:
            self._limit = len(batch) // 2
            return
        entry, parcel = batch[0]
        log.error("push_refused", task=parcel.task_id, reason=reason)
        self._refused.add(parcel, (), reason)
        self._settle(entry, "invalid")

    def _later(self, outcome: Later) -> None:
        seconds = self._pause(outcome.after_s)
        log.debug("push_later", reason=outcome.reason, waited_s=round(seconds, 2))

    def _pause(self, asked_s: float | None) -> float:
        seconds = self._backoff.next(asked_s)
        self._halt.wait(seconds)
        return seconds

    def _settle(self, entry: Entry, result: str) -> None:
        self._finish(entry, result)
        self._forget_done()

    def _finish(self, entry: Entry, result: str) -> None:
        entry.done = True
        if entry.answer is not None:
            complete(entry.answer, result)

    def _forget_done(self) -> None:
        done = [entry for entry in self._held if entry.done]
        self._held = [entry for entry in self._held if not entry.done]
        self._spool.settle(done)
        self.sent += len(done)


def summary(answers: Sequence[PushAnswer]) -> str:
    """One word for a page: invalid if any document is, else stale, accepted, or duplicate if all are. Events alone: accepted."""
    found = {answer.status for answer in answers}
    return next((status for status in _WORST_FIRST if status in found), "accepted")
