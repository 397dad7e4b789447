from __future__ import annotations

import multiprocessing
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from sqlite3 import Connection
from types import SimpleNamespace
from typing import Any

import pytest

from kit.adapters.embedded import log_consumer, log_retention
from kit.adapters.embedded.log import SqliteLog, open_log, partition_of
from kit.adapters.embedded.sqlite import Database
from kit.clock import ManualClock, SystemClock
from kit.errors import InvalidInput, Throttled
from kit.ports.log import PARTITIONS, Record, Topic
from kit.settings import Settings, load

DAY_S = 86_400


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 11, 30, 12, tzinfo=UTC))


@pytest.fixture
def log(tmp_path: Path, clock: ManualClock) -> Iterator[SqliteLog]:
    opened = open_log(f"sqlite:///{tmp_path}/log.db", load(log_max_messages=1000), clock)
    yield opened
    opened.close()


def fill(log: SqliteLog, count: int, topic: Topic = "collect.web", body: bytes = b"x") -> None:
    for first in range(0, count, 100):
        log.append([Record(topic, f"k{n}", body) for n in range(first, min(first + 100, count))], timeout_s=5)


def kept(log: SqliteLog, topic: str = "collect.web") -> int:
    consumer = log.consumer([topic], "counting")
    count = 0
    while messages := consumer.poll(max_records=1000, timeout_s=0):
        count += len(messages)
    log.forget("counting")
    return count


def consume(log: SqliteLog, group: str = "g", topic: str = "collect.web") -> None:
    consumer = log.consumer([topic], group)
    while consumer.poll(max_records=1000, timeout_s=0):
        consumer.commit()


def test_a_key_keeps_its_partition_for_ever() -> None:
    assert [partition_of(key) for key in ("", "a", "键")] == [0, 3, 0]
    assert {partition_of(f"k{n}") for n in range(100)} == set(range(PARTITIONS))


def test_unread_documents_stop_writers_until_they_are_read(log: SqliteLog) -> None:
    fill(log, 500)
    assert log.pressure() == 0.5
    fill(log, 500)
    assert log.pressure() == 1.0
    with pytest.raises(Throttled, match="1000 unread messages; start or speed up the cleaner"):
        fill(log, 1)
    consume(log)
    assert log.pressure() == 0.0
    fill(log, 1)


def test_the_slowest_group_decides_how_full_the_log_is(log: SqliteLog) -> None:
    log.consumer(["collect.web"], "slow")
    fill(log, 300)
    consume(log, "quick")
    assert log.pressure() == 0.3
    log.forget("slow")
    assert log.pressure() == 0.0


def test_events_are_still_taken_when_documents_are_refused(log: SqliteLog) -> None:
    fill(log, 1000)
    log.append([Record("collect.events", "k", b"event")], timeout_s=5)
    assert log.depth(["collect.events"], "monitor") == 1


def test_unread_documents_are_never_deleted(
    log: SqliteLog, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_retention, "TRIM_EVERY", 1)
    monkeypatch.setattr(log_retention, "KEEP_READ_MESSAGES", 0)
    log.consumer(["collect.web"], "away")
    fill(log, 400)
    consume(log, "quick")
    clock.advance(40 * DAY_S)
    fill(log, 100)
    assert log.depth(["collect.web"], "away") == 500
    assert kept(log) == 500


def test_read_documents_go_after_a_day(log: SqliteLog, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_retention, "TRIM_EVERY", 1)
    fill(log, 100)
    consume(log)
    clock.advance(DAY_S / 2)
    fill(log, 1)
    assert kept(log) == 101
    clock.advance(DAY_S)
    fill(log, 10)
    assert kept(log) == 11


def test_read_documents_beyond_the_number_kept_go_at_once(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_retention, "TRIM_EVERY", 1)
    monkeypatch.setattr(log_retention, "KEEP_READ_MESSAGES", 60)
    fill(log, 400)
    consume(log)
    fill(log, 1)
    assert 60 <= kept(log) <= 70


def test_events_that_nobody_reads_are_bounded(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_retention, "TRIM_EVERY", 1)
    late = log.consumer(["collect.events"], "late")
    fill(log, 3000, "collect.events")
    assert 900 <= log.depth(["collect.events"], "late") <= 1100
    messages = late.poll(max_records=3000, timeout_s=0)
    assert len(messages) == log.depth(["collect.events"], "late")
    late.commit()
    assert late.lag() == 0


def test_the_file_stays_bounded_while_documents_pass_through(
    log: SqliteLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_retention, "TRIM_EVERY", 100)
    monkeypatch.setattr(log_retention, "KEEP_READ_MESSAGES", 60)
    sizes = []
    for _ in range(20):
        fill(log, 300, body=bytes(2000))
        consume(log)
        sizes.append((tmp_path / "log.db").stat().st_size)
    assert sizes[-1] <= 3_000_000


def test_a_nearly_full_disk_stops_writers_before_sqlite_fails(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=1_000_000))
    assert log.pressure() == 1.0
    with pytest.raises(Throttled, match="make room"):
        fill(log, 1)


def test_a_full_file_throttles_and_keeps_what_was_written(log: SqliteLog, database: Database) -> None:
    fill(log, 100)
    with database.read() as connection:
        connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(Throttled, match="disk is full"):
        fill(log, 100, body=bytes(100_000))
    assert kept(log) == 100


def test_a_busy_file_throttles(log: SqliteLog, tmp_path: Path) -> None:
    other = Database(f"sqlite:///{tmp_path}/log.db", "X", ())
    with other.write(), pytest.raises(Throttled, match="append again later"):
        log.append([Record("collect.web", "k", b"")], timeout_s=0.01)
    fill(log, 1)


def test_appends_that_wait_are_written_together(
    log: SqliteLog, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    insert = log._insert

    def counting(connection: Connection, records: Sequence[Record]) -> None:
        sizes.append(len(records))
        insert(connection, records)

    monkeypatch.setattr(log, "_insert", counting)
    with database.write():
        threads = [threading.Thread(target=fill, args=(log, 1)) for _ in range(9)]
        for thread in threads:
            thread.start()
        _wait(lambda: len(log._waiting) == 8)
    for thread in threads:
        thread.join()
    assert (sum(sizes), len(sizes)) == (9, 2)
    assert kept(log) == 9


def test_a_poll_of_large_messages_is_bounded_in_bytes(log: SqliteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_consumer, "MAX_POLL_BYTES", 500_000)
    fill(log, 20, body=bytes(100_000))
    consumer = log.consumer(["collect.web"], "g")
    counts = [len(consumer.poll(max_records=100, timeout_s=0)) for _ in range(5)]
    assert (max(counts), sum(counts)) == (5, 20)


def test_a_long_partition_does_not_hold_up_the_others(log: SqliteLog) -> None:
    log.append([Record("collect.web", "same", b"") for _ in range(900)], timeout_s=5)
    log.append([Record("collect.app", "k", b"late")], timeout_s=5)
    consumer = log.consumer(["collect.web", "collect.app"], "g")
    assert b"late" in [message.value for message in consumer.poll(max_records=10, timeout_s=0)]


def test_waiting_for_messages_takes_the_time_asked_for(log: SqliteLog, clock: ManualClock) -> None:
    assert log.consumer(["collect.web"], "g").poll(max_records=1, timeout_s=3) == []
    assert clock.monotonic() == pytest.approx(3)


def test_a_key_that_is_not_unicode_is_refused(log: SqliteLog) -> None:
    with pytest.raises(InvalidInput, match="not valid Unicode"):
        log.append([Record("collect.web", "\ud800", b"")], timeout_s=1)


@pytest.fixture
def database(log: SqliteLog) -> Database:
    return log._database


def _wait(condition: Callable[[], Any]) -> None:
    for _ in range(1000):
        if condition():
            return
        threading.Event().wait(0.005)
    raise AssertionError("waited for 5 s")


def test_settings_name_the_bound(settings: Settings, tmp_path: Path, clock: ManualClock) -> None:
    opened = open_log(f"sqlite:///{tmp_path}/other.db", settings, clock)
    assert opened._max_messages == settings.log_max_messages
    opened.close()


def append_and_tell(url: str, told: Pipe[int, int]) -> None:
    log = open_log(url, load(), SystemClock())
    for number in range(10_000):
        log.append([Record("collect.web", f"k{number}", bytes(1000)) for _ in range(5)], timeout_s=5)
        told.send(number)


def test_a_killed_writer_loses_nothing_that_it_was_told_is_durable(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/killed.db"
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    writer = context.Process(target=append_and_tell, args=(url, theirs))
    writer.start()
    theirs.close()
    for _ in range(50):
        last = ours.recv()
    writer.kill()
    writer.join()
    while ours.poll():
        try:
            last = ours.recv()
        except EOFError:
            break
    log = open_log(url, load(), SystemClock())
    assert log.depth(["collect.web"], "g") in ((last + 1) * 5, (last + 2) * 5)
    assert kept(log) == log.depth(["collect.web"], "g")
    log.close()
