"""Reading the embedded log: one consumer reads all partitions of its topics, its group's positions are kept in the file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from sqlite3 import Connection

import msgspec

from kit.adapters.embedded.log_schema import OFFSET_BITS
from kit.adapters.embedded.sqlite import Database
from kit.clock import Clock
from kit.ports.log import Message

LOOK_SECONDS = 0.02
MAX_POLL_BYTES = 32_000_000
_OFFSET_MASK = (1 << OFFSET_BITS) - 1
_READ = "SELECT id, key, at, headers, value FROM message WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
_COMMIT = """INSERT INTO position (consumer, stream, next) VALUES (?, ?, ?)
    ON CONFLICT (consumer, stream) DO UPDATE SET next = MAX(next, excluded.next)"""

_UNREAD = """SELECT stream.id, stream.next - MAX(stream.first, COALESCE(position.next, 0))
    FROM stream LEFT JOIN position ON position.stream = stream.id AND position.consumer = ?"""


class SqliteConsumer:
    """`streams` maps stream number → (topic, partition). Not for use by several threads at once."""

    def __init__(self, database: Database, clock: Clock, streams: Mapping[int, tuple[str, int]], group: str) -> None:
        self._database = database
        self._clock = clock
        self._streams = streams
        self._group = group
        self._turn = 0
        self._next = self._join()
        self._committed = dict(self._next)

    def poll(self, *, max_records: int, timeout_s: float) -> list[Message]:
        """At most about MAX_POLL_BYTES of values at once."""
        deadline = self._clock.monotonic() + timeout_s
        while True:
            messages = self._fetch(max_records)
            left = deadline - self._clock.monotonic()
            if messages or left <= 0:
                return messages
            self._clock.sleep(min(LOOK_SECONDS, left))

    def commit(self) -> None:
        moved = [(self._group, s, offset) for s, offset in self._next.items() if offset > self._committed[s]]
        if moved:
            with self._database.write() as connection:
                connection.executemany(_COMMIT, moved)
            self._committed.update(self._next)

    def lag(self) -> int:
        with self._database.read() as connection:
            return unread(connection, self._streams, self._group)

    def close(self) -> None:
        """The connections belong to the log."""

    def _join(self) -> dict[int, int]:
        # Written at once: from now on nothing is deleted that this group has not read.
        with self._database.write() as connection:
            firsts = connection.execute("SELECT id, first FROM stream").fetchall()
            joined = [(self._group, stream, first) for stream, first in firsts if stream in self._streams]
            connection.executemany("INSERT OR IGNORE INTO position (consumer, stream, next) VALUES (?, ?, ?)", joined)
            rows = connection.execute("SELECT stream, next FROM position WHERE consumer = ?", (self._group,))
            return {stream: offset for stream, offset in rows if stream in self._streams}

    def _fetch(self, max_records: int) -> list[Message]:
        messages: list[Message] = []
        with self._database.read() as connection:
            ready = self._ready(connection)
            budget = MAX_POLL_BYTES
            for place, (stream, end) in enumerate(ready):
                # Each partition gets its share of what is left, so that a long one does not hold up the others.
                share = max(-(-(max_records - len(messages)) // (len(ready) - place)), 0)
                found = self._read(connection, stream, end, share, budget)
                budget -= sum(len(message.value) for message in found)
                messages += found
                if budget <= 0:
                    break
        return messages

    def _ready(self, connection: Connection) -> list[tuple[int, int]]:
        rows = connection.execute("SELECT id, next FROM stream")
        ready = [(stream, end) for stream, end in rows if end > self._next.get(stream, end)]
        self._turn += 1
        start = self._turn % max(len(ready), 1)
        return ready[start:] + ready[:start]

    def _read(self, connection: Connection, stream: int, end: int, limit: int, budget: int) -> list[Message]:
        base = stream << OFFSET_BITS
        rows = connection.execute(_READ, (base + self._next[stream], base + end, limit))
        found = _until(budget, (self._message(stream, row) for row in rows))
        # Nothing although the stream goes on: what was there has been deleted, go on behind it.
        self._next[stream] = found[-1].offset + 1 if found else (end if limit > 0 else self._next[stream])
        return found

    def _message(self, stream: int, row: tuple[int, str, int, bytes | None, bytes]) -> Message:
        number, key, at, headers, value = row
        topic, partition = self._streams[stream]
        named = msgspec.json.decode(headers, type=dict[str, str]) if headers else {}
        return Message(topic, partition, number & _OFFSET_MASK, key, value, at, named)


def unread(connection: Connection, streams: Collection[int], group: str) -> int:
    """Messages of these streams behind the group's committed position, or all that are kept where it has none."""
    rows = connection.execute(_UNREAD, (group,))
    return sum(int(count) for stream, count in rows if stream in streams)


def _until(budget: int, messages: Iterable[Message]) -> list[Message]:
    found = []
    for message in messages:
        found.append(message)
        budget -= len(message.value)
        if budget <= 0:
            break
    return found
