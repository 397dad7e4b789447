"""What the embedded log keeps. Documents are kept until every group has read them, whatever the time.

What every group has read stays for KEEP_READ_SECONDS and at most KEEP_READ_MESSAGES a topic, for a look back and for new groups.
Events and dead letters, which nobody may be reading, are kept to a number: the oldest go first, read or not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from sqlite3 import Connection
from typing import NamedTuple

from kit.adapters.embedded.log_schema import OFFSET_BITS
from kit.ports.log import DOCUMENT_TOPICS, PARTITIONS

KEEP_READ_SECONDS = 86_400
KEEP_READ_MESSAGES = 100_000
TRIM_EVERY = 1000
TRIM_ROWS = 2000

_STATE = """SELECT stream.id, stream.topic, stream.first, stream.next, MIN(position.next)
    FROM stream LEFT JOIN position ON position.stream = stream.id GROUP BY stream.id"""


class _Stream(NamedTuple):
    """`read` is the lowest committed position of all groups, None without a group."""

    id: int
    topic: str
    first: int
    next: int
    read: int | None


def unread_by_slowest(connection: Connection, streams: Collection[int]) -> int:
    """Messages of these streams that at least one group (or, without any group, nobody) has read."""
    states = (_Stream(*row) for row in connection.execute(_STATE))
    return sum(s.next - max(s.first, s.read or 0) for s in states if s.id in streams)


def trim(connection: Connection, streams: Mapping[tuple[str, int], int], *, now_ms: int, max_messages: int) -> int:
    """Deletes what is no longer kept, at most TRIM_ROWS per stream; how many. Runs inside a write transaction."""
    known = set(streams.values())
    states = [_Stream(*row) for row in connection.execute(_STATE)]
    oldest_ms = now_ms - KEEP_READ_SECONDS * 1000
    return sum(_trim_stream(connection, s, oldest_ms, max_messages // PARTITIONS) for s in states if s.id in known)


def _trim_stream(connection: Connection, stream: _Stream, oldest_ms: int, unread_kept: int) -> int:
    read = stream.read or 0
    forced = 0 if stream.topic in DOCUMENT_TOPICS else stream.next - unread_kept
    by_count = max(min(read, stream.next - KEEP_READ_MESSAGES // PARTITIONS), forced)
    end = max(by_count, _read_before(connection, stream, read, oldest_ms))
    end = min(end, stream.first + TRIM_ROWS)
    if end <= stream.first:
        return 0
    base = stream.id << OFFSET_BITS
    connection.execute("DELETE FROM message WHERE id >= ? AND id < ?", (base + stream.first, base + end))
    connection.execute("UPDATE stream SET first = ? WHERE id = ?", (end, stream.id))
    return end - stream.first


def _read_before(connection: Connection, stream: _Stream, read: int, oldest_ms: int) -> int:
    """The offset up to which messages are read by all and too old; looks at TRIM_ROWS messages at most, usually at one."""
    base = stream.id << OFFSET_BITS
    rows = connection.execute(
        "SELECT id, at FROM message WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
        (base + stream.first, base + read, TRIM_ROWS),
    )
    end = stream.first
    for number, at in rows:
        if at >= oldest_ms:
            break
        end = number - base + 1
    return end
