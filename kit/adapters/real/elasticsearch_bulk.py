"""Bulk writes, answered item by item: a bulk request succeeds as a whole although some of its items failed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from elasticsearch import Elasticsearch

from kit.adapters.real.elasticsearch_address import VARIABLE
from kit.adapters.real.elasticsearch_errors import reason_of
from kit.clock import Clock
from kit.errors import BackendUnavailable
from kit.ports.index import ItemResult

MAX_REQUEST_BYTES = 8_000_000
PAUSES_S = (0.2, 0.5, 1.0, 2.0, 4.0)
_BUSY = (429, 502, 503, 504)


@dataclass(slots=True)
class Write:
    """One document on its way. `plain` makes a body that is sent once more when the first one was refused."""

    id: str
    place: str
    version: int
    body: bytes
    plain: Callable[[], bytes]
    result: ItemResult | None = None
    retried: bool = field(default=False)

    def lines(self) -> tuple[bytes, bytes]:
        target = {"_index": self.place, "_id": self.id, "version": self.version, "version_type": "external"}
        return msgspec.json.encode({"index": target}), self.body


def send(client: Elasticsearch, writes: Sequence[Write], clock: Clock) -> None:
    """Gives every write its result. Raises BackendUnavailable when the server is still busy after the last pause."""
    left = list(writes)
    for pause in (*PAUSES_S, None):
        for part in _parts(left):
            operations: list[Any] = [line for write in part for line in write.lines()]
            answer = client.bulk(
                operations=operations, filter_path="items.index._id,items.index.status,items.index.error"
            )
            for write, item in zip(part, answer["items"], strict=True):
                _settle(write, item["index"])
        left = [write for write in left if write.result is None]
        if not left:
            return
        if pause is not None:
            clock.sleep(pause * random.uniform(0.5, 1.5))
    raise BackendUnavailable(f"{VARIABLE}: the index is too busy for {len(left)} of {len(writes)} documents")


def _settle(write: Write, item: dict[str, Any]) -> None:
    status = int(item["status"])
    if 200 <= status < 300:
        write.result = ItemResult(write.id, "written")
    elif status == 409:
        write.result = ItemResult(write.id, "older")
    elif status in _BUSY:
        return
    elif status == 400 and not write.retried:
        # An analyzer whose offsets go backwards makes Lucene refuse the whole document; its text without that analyzer is fine.
        write.body, write.retried = write.plain(), True
    else:
        write.result = ItemResult(write.id, "failed", reason_of(item))


def _parts(writes: Sequence[Write]) -> Iterator[list[Write]]:
    part: list[Write] = []
    size = 0
    for write in writes:
        if part and size + len(write.body) > MAX_REQUEST_BYTES:
            yield part
            part, size = [], 0
        part.append(write)
        size += len(write.body)
    if part:
        yield part
