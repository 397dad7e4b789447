"""Reads `collect.events` and has each event taken in exactly once, whatever the log delivers twice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy.orm import Session

from kit import logs
from kit.clock import Clock
from kit.contracts.event import CollectEvent
from kit.errors import CatchmentError
from kit.ports.log import Log, LogConsumer, Message
from services.db import Database
from services.monitoring.events import repository
from services.monitoring.events.decode import page_of, read
from services.monitoring.observed import Projection, Seen

log = logs.get(__name__)
GROUP = "monitor"
BATCH = 1000
TRACE_DAYS = 7
TRACE_ROWS = 2_000_000
FACTS_MAX = 40


class EventFeed:
    """The position in the log is written in the transaction that takes the events in: redelivered messages are recognised by it.

    Events that a collector sent twice arrive as two messages and are recognised by their digest while the first is still kept.
    """

    def __init__(self, database: Database, source: Log, clock: Clock, projections: Sequence[Projection]) -> None:
        self._database = database
        self._log = source
        self._clock = clock
        self._projections = projections
        self._consumer: LogConsumer | None = None

    def step(self) -> int:
        """Takes in one batch; how many messages it had (BATCH: more may wait)."""
        if self._consumer is None:
            self._consumer = self._log.consumer(["collect.events"], GROUP)
        try:
            messages = self._consumer.poll(max_records=BATCH, timeout_s=0)
            if messages:
                self._take(messages)
                self._consumer.commit()
        except CatchmentError:
            # What was polled is not taken in: a new consumer begins where the last one committed.
            self.close()
            raise
        return len(messages)

    def lag(self) -> int:
        """Events that wait to be taken in."""
        return self._log.depth(["collect.events"], GROUP)

    def prune(self, limit: int = 5000) -> int:
        """Deletes up to about `limit` old rows of each kind; the most that one kind had. Call again while it answers `limit`."""
        now = self._clock.now()
        with self._database.session() as session:
            before = now - timedelta(days=TRACE_DAYS)
            counts = [repository.delete_oldest(session, noted_before=before, keep=TRACE_ROWS, limit=limit)]
            counts += [projection.prune(session, now.date(), limit) for projection in self._projections]
        return max(counts)

    def close(self) -> None:
        """Leaves the log to another one; `step` opens it again."""
        consumer, self._consumer = self._consumer, None
        if consumer is not None:
            consumer.close()

    def _take(self, messages: Sequence[Message]) -> None:
        try:
            with self._database.session() as session:
                self._fold(session, messages, list(map(read, messages)))
        except CatchmentError:
            raise
        except Exception as error:  # noqa: BLE001 -- one event that breaks us must not stop all others
            self._take_apart(messages, error)

    def _take_apart(self, messages: Sequence[Message], error: Exception) -> None:
        """Finds the message that cannot be taken in by halving, and goes on without it."""
        if len(messages) > 1:
            half = len(messages) // 2
            self._take(messages[:half])
            self._take(messages[half:])
            return
        message = messages[0]
        log.error("event_skipped", error=repr(error)[:500], partition=message.partition, offset=message.offset)
        with self._database.session() as session:
            self._fold(session, messages, [])

    def _fold(self, session: Session, messages: Sequence[Message], seen: Sequence[Seen | None]) -> None:
        places = repository.positions(session, GROUP)
        events: dict[int, Seen] = {}
        for message, event in zip(messages, seen, strict=False):
            if event is not None and _is_new(message, places.get((message.topic, message.partition))):
                events.setdefault(event.digest, event)
        twice = repository.known(session, events)
        fresh = [event for digest, event in events.items() if digest not in twice]
        repository.add(session, [self._row(event) for event in fresh])
        for projection in self._projections:
            projection.fold(session, fresh)
        repository.set_positions(session, GROUP, _moved(messages, places))
        if dropped := sum(event is None for event in seen):
            log.warning("events_unreadable", count=dropped)

    def _row(self, seen: Seen) -> dict[str, object]:
        event = seen.event
        return {
            "digest": seen.digest,
            "noted_at": self._clock.now(),
            "at": seen.at,
            "task_id": event.task_id,
            "source_id": seen.source_id,
            "stage": event.stage,
            "outcome": event.outcome,
            "detail": event.detail[:300],
            "url": event.url[:2000],
            "page": page_of(event.url),
            "content_hash": event.content_hash[:32],
            "template_version": event.template_version[:40],
            "worker": event.worker[:120],
            "facts": _facts(event),
        }


def _facts(event: CollectEvent) -> dict[str, str | float]:
    """Fields and numbers, bounded."""
    named: dict[str, str | float] = {**event.fields, **event.numbers}
    first = list(named.items())[:FACTS_MAX]
    return {name[:60]: value[:200] if isinstance(value, str) else value for name, value in first}


def _is_new(message: Message, place: tuple[int, int] | None) -> bool:
    """Behind the position, or younger than all that was ever read: then the log is another one whose offsets begin anew."""
    return place is None or message.offset > place[0] or message.timestamp_ms > place[1]


def _moved(
    messages: Sequence[Message], places: dict[repository.Place, tuple[int, int]]
) -> dict[repository.Place, tuple[int, int]]:
    moved: dict[repository.Place, tuple[int, int]] = {}
    for message in messages:
        place = (message.topic, message.partition)
        before = moved.get(place) or places.get(place)
        if _is_new(message, before):
            newest = max(message.timestamp_ms, before[1] if before else 0)
            moved[place] = (message.offset, newest)
    return moved
