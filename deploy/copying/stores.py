"""Archive, index, objects and what the cleaner has not read of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

import msgspec

from deploy.copying.proof import digest, fields
from kit.backends import Backends
from kit.chunks import chunks
from kit.clock import to_ms
from kit.contracts.stored import IndexDocument
from kit.errors import BackendUnavailable, PermanentError
from kit.ports.archive import TABLES, Archive, Row, Table
from kit.ports.index import IndexName, Query, SearchIndex
from kit.ports.log import DOCUMENT_TOPICS, Log, Message, Record, Topic

BATCH = 200
INDEXES: tuple[IndexName, ...] = ("documents", "review")
CLEANER = "cleaner"
MOST_OBJECTS = 10_000_000
# A member that joins a group on Kafka waits for one that left without a word.
PATIENCE_S = 60.0


class Store(Protocol):
    """One thing that is copied and proved by itself."""

    name: str

    def items(self, backends: Backends) -> Iterator[bytes]:
        """All that is kept there, each item in a form that is equal on all backends."""

    def copy(self, old: Backends, new: Backends) -> None:
        """May run again, over what an earlier run has copied."""


class ObjectsStore:
    name = "objects"

    def items(self, backends: Backends) -> Iterator[bytes]:
        for key in self._keys(backends):
            yield fields(key.encode(), backends.objects.get(key))

    def copy(self, old: Backends, new: Backends) -> None:
        there = set(self._keys(new))
        for key in self._keys(old):
            if key not in there:
                new.objects.put(key, old.objects.get(key))

    def _keys(self, backends: Backends) -> list[str]:
        return backends.objects.list("", limit=MOST_OBJECTS)


class ArchiveStore:
    """Cells get the moment of the copy as their version: later than what they were written at, earlier than what will be written."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.name = f"archive {table}"

    def items(self, backends: Backends) -> Iterator[bytes]:
        for key, cells in archive_rows(backends.archive, self._table):
            parts = [part for name in sorted(cells) for part in (name.encode(), cells[name])]
            yield fields(key.encode(), *parts)

    def copy(self, old: Backends, new: Backends) -> None:
        version = to_ms(new.clock.now())
        for rows in chunks(archive_rows(old.archive, self._table), BATCH):
            new.archive.put(self._table, [Row(key, cells, version) for key, cells in rows])


def archive_rows(archive: Archive, table: Table) -> Iterator[tuple[str, dict[str, bytes]]]:
    start = ""
    while True:
        page = list(archive.scan(table, start=start, limit=BATCH))
        yield from page
        if len(page) < BATCH:
            return
        start = page[-1][0] + "\0"


class IndexStore:
    def __init__(self, index: IndexName) -> None:
        self._index = index
        self.name = f"index {index}"

    def items(self, backends: Backends) -> Iterator[bytes]:
        return (msgspec.json.encode(one, order="sorted") for one in documents(backends.index, self._index))

    def copy(self, old: Backends, new: Backends) -> None:
        """Raises PermanentError naming the first document that the new index refuses."""
        for some in chunks(documents(old.index, self._index), BATCH):
            for result in new.index.upsert(self._index, some):
                if result.status == "failed":
                    raise PermanentError(f"{self.name} refused {result.id}: {result.reason}")
        new.index.refresh()


def documents(index: SearchIndex, name: IndexName) -> Iterator[IndexDocument]:
    after: tuple[str, ...] = ()
    while True:
        page = index.search(name, Query(sort="collect_time", limit=BATCH, after=after, superseded=True)).hits
        yield from (hit.document for hit in page)
        if len(page) < BATCH:
            return
        after = page[-1].sort_key


class UnreadStore:
    """Messages that the cleaner has not committed; reading them here commits nothing."""

    name = "log unread"

    def items(self, backends: Backends) -> Iterator[bytes]:
        return map(_message, unread(backends.log))

    def copy(self, old: Backends, new: Backends) -> None:
        there = Counter(digest(item) for item in self.items(new))
        for some in chunks(_without(unread(old.log), there), BATCH):
            records = [Record(_topic(one.topic), one.key, one.value, one.headers) for one in some]
            new.log.append(records, timeout_s=new.settings.append_seconds)


def unread(log: Log) -> Iterator[Message]:
    left = log.depth(DOCUMENT_TOPICS, CLEANER)
    if not left:
        return
    consumer = log.consumer(DOCUMENT_TOPICS, CLEANER)
    try:
        while left > 0:
            messages = consumer.poll(max_records=min(BATCH, left), timeout_s=PATIENCE_S)
            if not messages:
                raise BackendUnavailable(f"the log holds {left} messages more for the cleaner and gives none")
            yield from messages
            left -= len(messages)
    finally:
        consumer.close()


def _without(messages: Iterator[Message], there: Counter[bytes]) -> Iterator[Message]:
    for message in messages:
        key = digest(_message(message))
        if there[key]:
            there[key] -= 1
        else:
            yield message


def _message(message: Message) -> bytes:
    headers = [part.encode() for name in sorted(message.headers) for part in (name, message.headers[name])]
    return fields(message.topic.encode(), message.key.encode(), message.value, *headers)


def _topic(name: str) -> Topic:
    return next(topic for topic in DOCUMENT_TOPICS if topic == name)


def stores() -> list[Store]:
    """In the order in which they are copied."""
    archive = [ArchiveStore(table) for table in TABLES]
    return [ObjectsStore(), *archive, *map(IndexStore, INDEXES), UnreadStore()]
