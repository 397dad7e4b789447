"""The embedded log: topics of `kit.ports.log.PARTITIONS` partitions in one SQLite file, durable on return, shared by several processes.

A message's row id is its stream (topic and partition) and offset in one integer, so that reading a partition is one range scan.
Waiting appends of one process are written together: one commit, one fsync.
"""

from __future__ import annotations

import shutil
import threading
import zlib
from collections.abc import Sequence
from sqlite3 import Connection

import msgspec

from kit.adapters.embedded import log_consumer, log_retention
from kit.adapters.embedded.log_schema import OFFSET_BITS, SCHEMA, register_streams
from kit.adapters.embedded.sqlite import Busy, Database, DiskFull
from kit.clock import Clock, to_ms
from kit.errors import CatchmentError, InvalidInput, Throttled
from kit.ports.log import DOCUMENT_TOPICS, MAX_MESSAGE_BYTES, PARTITIONS, TOPICS, LogConsumer, Record
from kit.settings import Settings

DISK_RESERVE_BYTES = 64_000_000
PAGE_BYTES = 16_384


def open_log(url: str, settings: Settings, clock: Clock) -> SqliteLog:
    """The log in the file of a `sqlite:///` URL, made at first use. Raises ConfigError."""
    database = Database(url, "CATCHMENT_LOG_URL", SCHEMA, page_size=PAGE_BYTES)
    return SqliteLog(database, clock, max_messages=settings.log_max_messages)


class SqliteLog:
    """`max_messages`: unread documents at which `append` refuses more, and how many events and dead letters are kept at most."""

    def __init__(self, database: Database, clock: Clock, *, max_messages: int) -> None:
        self._database = database
        self._clock = clock
        self._max_messages = max_messages
        self._streams = register_streams(database)
        self._waiting: list[_Ticket] = []
        self._waiting_lock = threading.Lock()
        self._turn = threading.Lock()
        self._since_trim = 0

    def append(self, records: Sequence[Record], *, timeout_s: float) -> None:
        _check(records)
        if not records:
            return
        if any(record.topic in DOCUMENT_TOPICS for record in records):
            self._refuse_when_full()
        ticket = _Ticket(records)
        with self._waiting_lock:
            self._waiting.append(ticket)
        if not self._turn.acquire(timeout=max(timeout_s, 0)):
            self._withdraw(ticket)
            raise Throttled(f"the log wrote nothing for {timeout_s:g} s; append again later")
        try:
            if not ticket.done:
                self._write_waiting(timeout_s)
        finally:
            self._turn.release()
        if ticket.error is not None:
            raise ticket.error

    def consumer(self, topics: Sequence[str], group: str) -> LogConsumer:
        return log_consumer.SqliteConsumer(self._database, self._clock, self._of(topics), group)

    def pressure(self) -> float:
        if shutil.disk_usage(self._database.path.parent).free < DISK_RESERVE_BYTES:
            return 1.0
        return min(self._unread_documents() / self._max_messages, 1.0)

    def depth(self, topics: Sequence[str], group: str) -> int:
        with self._database.read() as connection:
            return log_consumer.unread(connection, self._of(topics), group)

    def forget(self, group: str) -> None:
        """Drops a group that will not come back, so that its unread messages are no longer kept for it."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM position WHERE consumer = ?", (group,))

    def close(self) -> None:
        self._database.close()

    def _refuse_when_full(self) -> None:
        if shutil.disk_usage(self._database.path.parent).free < DISK_RESERVE_BYTES:
            raise Throttled(f"the log's disk is nearly full; make room on the volume of {self._database.path.parent}")
        if self._unread_documents() >= self._max_messages:
            raise Throttled(f"the log holds {self._max_messages} unread messages; start or speed up the cleaner")

    def _unread_documents(self) -> int:
        with self._database.read() as connection:
            return log_retention.unread_by_slowest(connection, self._of(DOCUMENT_TOPICS))

    def _of(self, topics: Sequence[str]) -> dict[int, tuple[str, int]]:
        unknown = sorted(set(topics) - set(TOPICS))
        if unknown or not topics:
            raise InvalidInput(f"unknown topics {unknown}; expected some of {', '.join(TOPICS)}", field="topics")
        return {number: (topic, part) for (topic, part), number in self._streams.items() if topic in topics}

    def _withdraw(self, ticket: _Ticket) -> None:
        with self._waiting_lock:
            if ticket in self._waiting:
                self._waiting.remove(ticket)

    def _write_waiting(self, timeout_s: float) -> None:
        with self._waiting_lock:
            tickets, self._waiting = self._waiting, []
        error = self._try_write([record for ticket in tickets for record in ticket.records], timeout_s)
        for ticket in tickets:
            ticket.done, ticket.error = True, error

    def _try_write(self, records: Sequence[Record], timeout_s: float) -> CatchmentError | None:
        try:
            with self._database.write(timeout_s) as connection:
                self._insert(connection, records)
        except DiskFull as error:
            return Throttled(str(error))
        except Busy as error:
            return Throttled(f"{error}; append again later")
        except CatchmentError as error:
            return error
        return None

    def _insert(self, connection: Connection, records: Sequence[Record]) -> None:
        ends = dict(connection.execute("SELECT id, next FROM stream"))
        now_ms = to_ms(self._clock.now())
        rows, touched = [], set()
        for record in records:
            stream = self._streams[record.topic, partition_of(record.key)]
            headers = msgspec.json.encode(record.headers) if record.headers else None
            rows.append((stream << OFFSET_BITS | ends[stream], record.key, now_ms, headers, record.value))
            ends[stream] += 1
            touched.add(stream)
        connection.executemany("INSERT INTO message VALUES (?, ?, ?, ?, ?)", rows)
        connection.executemany(
            "UPDATE stream SET next = ? WHERE id = ?", [(ends[stream], stream) for stream in touched]
        )
        self._since_trim += len(records)
        if self._since_trim >= log_retention.TRIM_EVERY:
            self._since_trim = 0
            log_retention.trim(connection, self._streams, now_ms=now_ms, max_messages=self._max_messages)


class _Ticket:
    """One call of `append` that waits for its turn; whoever writes first writes for all that wait."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self.done = False
        self.error: CatchmentError | None = None


def partition_of(key: str) -> int:
    """The partition (0 to 5) of a key: CRC-32 of its UTF-8 bytes, the same in every process and version."""
    return zlib.crc32(key.encode()) % PARTITIONS


def _check(records: Sequence[Record]) -> None:
    for record in records:
        if record.topic not in TOPICS:
            raise InvalidInput(f"unknown topic {record.topic!r}; expected one of {', '.join(TOPICS)}", field="topic")
        if len(record.value) > MAX_MESSAGE_BYTES:
            size = f"{len(record.value)} bytes, at most {MAX_MESSAGE_BYTES} fit"
            raise InvalidInput(f"message {record.key[:80]!r} is too large: {size}", field="value")
        try:
            record.key.encode()
        except UnicodeEncodeError as error:
            raise InvalidInput(f"message key {record.key[:80]!r} is not valid Unicode", field="key") from error
