"""Archive, index, objects and what the cleaner has not read of the log."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from deploy.copying.proof import Proof, fields, prove
from kit.contracts.stored import IndexDocument
from kit.ports.archive import TABLES, Archive, Row, Table
from kit.ports.index import IndexName, Query, SearchIndex
from kit.ports.log import DOCUMENT_TOPICS, Log, Record, Topic
from kit.ports.objects import ObjectStore

BATCH = 200
INDEXES: tuple[IndexName, ...] = ("documents", "review")
CLEANER = "cleaner"


def copy_archive(old: Archive, new: Archive, *, version: int) -> None:
    """Cells get `version` (Unix ms): later than what they were written at, earlier than what will be written."""
    for table in TABLES:
        rows = archive_rows(old, table)
        while batch := list(islice(rows, BATCH)):
            new.put(table, [Row(key, cells, version) for key, cells in batch])


def archive_rows(archive: Archive, table: Table) -> Iterator[tuple[str, dict[str, bytes]]]:
    start = ""
    while True:
        page = list(archive.scan(table, start=start, limit=BATCH))
        yield from page
        if len(page) < BATCH:
            return
        start = page[-1][0] + "\0"


def archive_proof(archive: Archive) -> dict[str, Proof]:
    return {table: prove(_cells(key, cells) for key, cells in archive_rows(archive, table)) for table in TABLES}


def copy_index(old: SearchIndex, new: SearchIndex) -> None:
    for name in INDEXES:
        found = documents(old, name)
        while batch := list(islice(found, BATCH)):
            new.upsert(name, batch)
    new.refresh()


def documents(index: SearchIndex, name: IndexName) -> Iterator[IndexDocument]:
    after: tuple[str, ...] = ()
    while True:
        page = index.search(name, Query(sort="collect_time", limit=BATCH, after=after, superseded=True)).hits
        yield from (hit.document for hit in page)
        if len(page) < BATCH:
            return
        after = page[-1].sort_key


def index_proof(index: SearchIndex) -> dict[str, Proof]:
    return {name: prove(msgspec.json.encode(one, order="sorted") for one in documents(index, name)) for name in INDEXES}


def copy_objects(old: ObjectStore, new: ObjectStore) -> None:
    for key in object_keys(old):
        new.put(key, old.get(key))


def object_keys(store: ObjectStore) -> list[str]:
    return store.list("", limit=10_000_000)


def object_proof(store: ObjectStore) -> dict[str, Proof]:
    return {"objects": prove(fields(key.encode(), store.get(key)) for key in object_keys(store))}


def copy_log(old: Log, new: Log, *, timeout_s: float) -> int:
    """What the cleaner has not read yet, without marking it read; how many messages."""
    consumer = old.consumer(DOCUMENT_TOPICS, CLEANER)
    copied = 0
    try:
        while messages := consumer.poll(max_records=BATCH, timeout_s=0.5):
            new.append(
                [Record(_topic(one.topic), one.key, one.value, one.headers) for one in messages], timeout_s=timeout_s
            )
            copied += len(messages)
    finally:
        consumer.close()
    return copied


def _topic(name: str) -> Topic:
    return next(topic for topic in DOCUMENT_TOPICS if topic == name)


def _cells(key: str, cells: dict[str, bytes]) -> bytes:
    parts = [part for name in sorted(cells) for part in (name.encode(), cells[name])]
    return fields(key.encode(), *parts)
