"""One push from body to answers: validate, fence, reserve, offload, append, confirm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from kit import logs
from kit.clock import Clock, to_ms
from kit.contracts.document import Document, PushAnswer, PushResponse
from kit.errors import CatchmentError, Throttled
from kit.ports.log import Record
from kit.settings import Settings
from pusher.ingest.metrics import Metrics
from pusher.ingest.offload import Offloader
from pusher.ingest.owed import OwedMarks
from pusher.ingest.ports import IngestPorts
from pusher.ingest.records import client_events, document_record, ingested_event
from pusher.ingest.slots import Envelope, Slot, open_envelope, slots_of
from pusher.ingest.validate import document_problem, raw_problem, timely

HIGH_PRESSURE = 0.95
_PRESSURE_LIFE_S = 0.5
log = logs.get(__name__)


class Ingest:
    """Thread-safe; holds no state but counters and a pressure reading of half a second."""

    def __init__(self, ports: IngestPorts, settings: Settings, clock: Clock) -> None:
        self._ports, self._clock = ports, clock
        self._append_s = settings.append_seconds
        self._owed = OwedMarks(ports.marks)
        self._offload = Offloader(ports.objects, content_bytes=settings.content_bytes, raw_bytes=settings.raw_bytes)
        self._pressure = (float("-inf"), 0.0)
        self.metrics = Metrics()

    def push(self, body: bytes) -> PushResponse:
        """Raises Throttled (429) when the log asks for a pause, BackendUnavailable (503), InvalidInput for a body that is no push."""
        self._refuse_under_pressure()
        envelope = open_envelope(body)
        slots = slots_of(envelope)
        self._validate(slots)
        self._fence(slots)
        mine = self._reserve(slots)
        try:
            events = self._write(mine, envelope)
        except BaseException:
            with suppress(CatchmentError):
                self._ports.marks.release([slot.key for slot in mine])
            raise
        self._repeats(slots)
        self.metrics.count(slots)
        answers = (PushAnswer(slot.task_id, slot.url, slot.status or "retry", slot.reason) for slot in slots)
        return PushResponse(tuple(answers), events)

    def _refuse_under_pressure(self) -> None:
        now = self._clock.monotonic()
        if now - self._pressure[0] >= _PRESSURE_LIFE_S:
            self._pressure = (now, self._ports.log.pressure())
        if self._pressure[1] >= HIGH_PRESSURE:
            raise Throttled("the log is nearly full", retry_after_s=2.0)

    def _validate(self, slots: Sequence[Slot]) -> None:
        now = self._clock.now()
        for slot in slots:
            if slot.document is not None:
                problem = document_problem(slot.document, slot.task_id) or raw_problem(slot.raw)
                if problem:
                    slot.decide("invalid", problem)
                elif (credible := timely(slot.document, now)) is not slot.document:
                    log.warning("clock_ahead", task=slot.task_id, collect_time=slot.document.collect_time)
                    slot.document = credible

    def _fence(self, slots: Sequence[Slot]) -> None:
        claims = sorted({(slot.task_id, slot.fence) for slot in slots if slot.status is None})
        stale = dict(zip(claims, self._ports.queue.stale(claims), strict=True)) if claims else {}
        for slot in slots:
            if slot.status is None and stale[slot.task_id, slot.fence]:
                slot.decide("stale", "a newer claim of this task exists")

    def _reserve(self, slots: Sequence[Slot]) -> list[Slot]:
        first: dict[str, Slot] = {}
        for slot in slots:
            if slot.status is None:
                first.setdefault(slot.key, slot)
        mine = []
        # What is owed counts as done from before it is paid: in between it would be nobody's.
        owed = {key for key in first if self._owed.owes(key)}
        self._owed.pay()
        for slot, held in zip(first.values(), self._ports.marks.reserve(list(first)), strict=True):
            if held == "new" and slot.key not in owed:
                mine.append(slot)
            elif held == "done" or slot.key in owed:
                slot.decide("duplicate")
            else:
                slot.decide("retry", "another push of this document is under way")
        return mine

    def _write(self, mine: Sequence[Slot], envelope: Envelope) -> int:
        """Decides every slot of `mine`; returns how many client events were taken."""
        documents = [record for slot in mine if (record := self._record(slot)) is not None]
        ready = [slot.document for slot in mine if slot.status is None and slot.document is not None]
        events, dropped = client_events(envelope.events)
        self._append(documents + self._ingested(ready, envelope.worker) + events)
        self.metrics.events(len(events), dropped)
        self._accept(mine)
        return len(events)

    def _append(self, records: list[Record]) -> None:
        if records:
            self._ports.log.append(records, timeout_s=self._append_s)

    def _ingested(self, documents: Iterable[Document], worker: str) -> list[Record]:
        now_ms = to_ms(self._clock.now())
        return [ingested_event(document, worker, now_ms) for document in documents]

    def _record(self, slot: Slot) -> Record | None:
        document = slot.document
        if document is None:
            return None
        try:
            body = self._offload.message(document, slot.raw, raw_shared=slot.raw_shared)
        except CatchmentError as error:
            slot.decide("retry", f"objects: {error}")
            return None
        if body is None:
            slot.decide("invalid", "document: over 1 MB without its content and page")
            return None
        return document_record(document, body, shared=slot.shared)

    def _accept(self, mine: Sequence[Slot]) -> None:
        written = [slot for slot in mine if slot.status is None]
        for slot in written:
            slot.decide("accepted")
        self._mark(written, [slot for slot in mine if slot.status != "accepted"])

    def _mark(self, written: Sequence[Slot], others: Sequence[Slot]) -> None:
        # The documents are in the log, so their marks are owed from now on; those of the others run out by themselves.
        self._owed.confirm([slot.key for slot in written])
        with suppress(CatchmentError):
            self._ports.marks.release([slot.key for slot in others])

    @staticmethod
    def _repeats(slots: Sequence[Slot]) -> None:
        """The same document twice in one push shares the fate of the first."""
        decided = {slot.key: slot for slot in reversed(slots) if slot.status is not None and slot.key}
        for slot in slots:
            if slot.status is None:
                first = decided[slot.key]
                slot.decide("duplicate" if first.status == "accepted" else first.status or "retry", first.reason)
