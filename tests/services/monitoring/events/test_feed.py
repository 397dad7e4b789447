"""Events are taken in once each, whatever the log delivers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from kit.adapters.embedded.log import SqliteLog, open_log
from kit.clock import ManualClock, to_ms
from kit.errors import BackendUnavailable
from kit.ports.log import Record
from kit.settings import Settings
from services.db import Database
from services.monitoring.collection.service import daily
from services.monitoring.events import feed as feed_module
from services.monitoring.events.feed import EventFeed
from services.monitoring.events.models import EventPosition, TaskEvent
from services.monitoring.observed import Seen
from services.monitoring.registry import projections

DAY = date(2026, 11, 30)
Send = Callable[..., None]


def kept(database: Database) -> int:
    with database.session() as session:
        return session.scalar(select(func.count()).select_from(TaskEvent)) or 0


def counted(database: Database, day: date = DAY) -> dict[tuple[str, str], int]:
    with database.session() as session:
        return {(row.stage, row.outcome): row.events for row in daily(session, day, day)}


def test_events_are_kept_and_counted(feed: EventFeed, send: Send, database: Database) -> None:
    send(stage="claimed")
    send(stage="fetched", outcome="timeout")
    assert feed.step() == 2
    assert feed.step() == 0
    assert counted(database) == {("claimed", "ok"): 1, ("fetched", "timeout"): 1}
    assert kept(database) == 2


def test_redelivered_events_change_nothing(
    feed: EventFeed, send: Send, database: Database, log: SqliteLog, clock: ManualClock
) -> None:
    for number in range(20):
        send(f"src_{number}_202611301200")
    feed.step()
    before = counted(database)
    log.forget(feed_module.GROUP)
    again = EventFeed(database, log, clock, projections())
    assert again.step() == 20
    assert counted(database) == before == {("ended", "ok"): 20}
    assert kept(database) == 20


def test_batch_whose_commit_to_the_log_was_lost_is_recognised_with_new_events_behind_it(
    feed: EventFeed, send: Send, database: Database, log: SqliteLog, clock: ManualClock
) -> None:
    send()
    feed.step()
    log.forget(feed_module.GROUP)
    send(stage="claimed")
    again = EventFeed(database, log, clock, projections())
    assert again.step() == 2
    assert counted(database) == {("ended", "ok"): 1, ("claimed", "ok"): 1}


def test_event_that_a_collector_sent_twice_counts_once(feed: EventFeed, send: Send, database: Database) -> None:
    send(worker="w1")
    send(worker="w1")
    feed.step()
    send(worker="w1")
    feed.step()
    send(worker="w2")
    feed.step()
    assert counted(database) == {("ended", "ok"): 2}


def test_new_log_whose_offsets_begin_anew_is_read_from_its_start(
    feed: EventFeed, send: Send, database: Database, clock: ManualClock, settings: Settings, tmp_path: Path
) -> None:
    for number in range(5):
        send(worker=str(number))
    feed.step()
    clock.advance(60)
    fresh = open_log(f"sqlite:///{tmp_path}/other.db", settings, clock)
    body = b'{"taskId":"src_7_202611301200","sourceId":"7","stage":"claimed","at":%d}' % to_ms(clock.now())
    fresh.append([Record("collect.events", "src_7_202611301200", body)], timeout_s=5)
    EventFeed(database, fresh, clock, projections()).step()
    fresh.close()
    assert counted(database)["claimed", "ok"] == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b'{"taskId":"nonsense","sourceId":"7","stage":"ended","at":1}',
        b'{"taskId":"src_7_202611301200","sourceId":"8","stage":"ended","at":1}',
        b'{"taskId":"src_7_202611301200","sourceId":"7","stage":"flown","at":1}',
    ],
)
def test_what_is_no_event_is_passed_over(
    feed: EventFeed, send: Send, database: Database, log: SqliteLog, body: bytes
) -> None:
    log.append([Record("collect.events", "src_7_202611301200", body)], timeout_s=5)
    send()
    assert feed.step() == 2
    assert counted(database) == {("ended", "ok"): 1}
    assert feed.lag() == 0


def test_wrong_clock_of_a_collector_opens_no_day_in_the_future_or_the_far_past(
    feed: EventFeed, send: Send, database: Database, clock: ManualClock
) -> None:
    send(at=to_ms(clock.now() + timedelta(days=400)))
    send(at=-(10**15))
    feed.step()
    assert counted(database) == {("ended", "ok"): 1}
    assert counted(database, date(2026, 11, 23)) == {("ended", "ok"): 1}


def test_outcomes_that_are_no_plain_word_are_counted_as_other(feed: EventFeed, send: Send, database: Database) -> None:
    send(outcome="x" * 5000)
    send(outcome="<script>")
    feed.step()
    assert counted(database) == {("ended", "other"): 2}


class Breaks:
    """A projection that does not survive one source."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.sources: list[int] = []

    def fold(self, session: Session, events: Sequence[Seen]) -> None:
        if any(event.source_id == 13 for event in events):
            raise self.error
        self.sources += [event.source_id for event in events]

    def prune(self, session: Session, today: date, limit: int) -> int:
        return 0


def test_one_event_that_breaks_a_projection_does_not_stop_the_others(
    database: Database, log: SqliteLog, clock: ManualClock, send: Send
) -> None:
    for number in range(20):
        send(f"src_{number}_202611301200")
    broken = Breaks(KeyError("13"))
    assert EventFeed(database, log, clock, [broken]).step() == 20
    assert sorted(set(broken.sources)) == [number for number in range(20) if number != 13]
    assert kept(database) == 19


def test_database_that_does_not_answer_costs_no_event(
    database: Database, log: SqliteLog, clock: ManualClock, send: Send
) -> None:
    send("src_13_202611301200")
    away = Breaks(BackendUnavailable("away"))
    feed = EventFeed(database, log, clock, [away])
    for _ in range(2):
        with pytest.raises(BackendUnavailable):
            feed.step()
    assert kept(database) == 0
    away.error = KeyError("back")
    feed = EventFeed(database, log, clock, projections())
    assert feed.step() == 1
    assert kept(database) == 1


def test_hostile_sizes_are_cut(feed: EventFeed, send: Send, database: Database) -> None:
    huge: dict[str, Any] = {f"field{n}": "v" * 3000 for n in range(100)}
    send(url="http://a.example/" + "u" * 5000, detail="d" * 5000, worker="w" * 5000, fields=huge)
    feed.step()
    with database.session() as session:
        (row,) = session.scalars(select(TaskEvent))
    assert (len(row.url), len(row.detail), len(row.worker)) == (2000, 300, 120)
    assert len(row.facts) == feed_module.FACTS_MAX
    assert all(len(value) == 200 for value in row.facts.values())


def test_old_events_go_and_young_ones_stay(feed: EventFeed, send: Send, database: Database, clock: ManualClock) -> None:
    send(worker="old")
    feed.step()
    clock.advance(timedelta(days=feed_module.TRACE_DAYS, hours=1).total_seconds())
    send(worker="young")
    feed.step()
    assert feed.prune() == 1
    assert feed.prune() == 0
    with database.session() as session:
        assert [row.worker for row in session.scalars(select(TaskEvent))] == ["young"]


def test_number_of_kept_events_is_bounded(
    feed: EventFeed, send: Send, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_module, "TRACE_ROWS", 5)
    for number in range(12):
        send(worker=str(number))
    feed.step()
    while feed.prune(limit=3):
        pass
    with database.session() as session:
        assert sorted(int(row.worker) for row in session.scalars(select(TaskEvent))) == [7, 8, 9, 10, 11]


def test_position_is_noted_per_partition(feed: EventFeed, send: Send, database: Database) -> None:
    for number in range(50):
        send(f"src_{number}_202611301200")
    feed.step()
    with database.session() as session:
        places = {row.part: row.taken for row in session.scalars(select(EventPosition))}
    assert len(places) > 1
    assert sum(taken + 1 for taken in places.values()) == 50
