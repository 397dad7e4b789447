"""The rows that travel between the steps, and how messages and results are read from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
import pyarrow as pa
from msgspec.structs import replace

from cleaner.core import Cleaned, Rejected
from cleaner.local.decode import Collected
from cleaner.sinks.record import Result
from cleaner.spark.lanes import key_number
from kit.contracts.document import SHARED_HEADER, Document
from kit.ports.log import Message

Row = dict[str, Any]

MESSAGE_COLUMNS = ("topic", "partition", "offset", "unix_millis(timestamp) AS timestamp", "key", "value", "headers")
"""What is read of Kafka's columns."""

_HEADERS = "array<struct<key: string, value: binary>>"
CLEANED = (
    f"topic string, partition int, offset long, timestamp long, key binary, value binary, headers {_HEADERS}, "
    "ms long, content string, source_name string, cleaned binary, rejected binary, dead string, later string, keys array<long>, "
    "held boolean"
)
"""A message and one of: `cleaned`, `rejected` (msgpack), `dead` (why it is no document), `later` (a backend is away), `held` (it waits for a
decision).

`content` is set where it came out of object storage; `keys` are what the document could meet others by.
"""
TOUCHED = "id string, reason string, later string"
"""A document by id; with the `reason` why an index refused it for good, where one did."""

WAITING = "later string"

CLEANED_TYPE = pa.schema(
    [
        ("topic", pa.string()), ("partition", pa.int32()), ("offset", pa.int64()), ("timestamp", pa.int64()),
        ("key", pa.binary()), ("value", pa.binary()),
        ("headers", pa.list_(pa.struct([("key", pa.string()), ("value", pa.binary())]))),
        ("ms", pa.int64()), ("content", pa.string()), ("source_name", pa.string()),
        ("cleaned", pa.binary()), ("rejected", pa.binary()), ("dead", pa.string()), ("later", pa.string()),
        ("keys", pa.list_(pa.int64())), ("held", pa.bool_()),
    ]
)  # fmt: skip
TOUCHED_TYPE = pa.schema([("id", pa.string()), ("reason", pa.string()), ("later", pa.string())])
WAITING_TYPE = pa.schema([("later", pa.string())])

_PACK = msgspec.msgpack.Encoder()
_CLEANED = msgspec.msgpack.Decoder(Cleaned)
_REJECTED = msgspec.msgpack.Decoder(Rejected)
_DOCUMENT = msgspec.json.Decoder(Document)


def table(rows: Sequence[Row], schema: Any) -> Any:
    """An Arrow batch; what a row does not name is null."""
    return pa.RecordBatch.from_pylist(rows, schema=schema)


def rows_of(batches: Iterable[Any]) -> Iterator[Row]:
    for batch in batches:
        yield from cast("list[Row]", batch.to_pylist())


def message(row: Row, prefix: str) -> Message:
    """The message as every other reader of the log sees it."""
    headers = {item["key"]: (item["value"] or b"").decode("utf-8", "replace") for item in row["headers"] or ()}
    key, value = (row["key"] or b"").decode("utf-8", "replace"), row["value"] or b""
    name = row["topic"].removeprefix(prefix)
    return Message(name, row["partition"], row["offset"], key, value, row["timestamp"], headers)


def outcome_row(row: Row, collected: Collected, source_name: str, outcome: Cleaned | Rejected) -> Row:
    document, kind = collected.document, "cleaned" if isinstance(outcome, Cleaned) else "rejected"
    fetched = document.content if document.content_key else None
    return {
        **row,
        "ms": collected.ms,
        "content": fetched,
        "source_name": source_name,
        kind: _PACK.encode(outcome),
        "keys": meeting_keys(document, outcome, shared=collected.shared),
    }


def result(row: Row) -> Result:
    """What `outcome_row` put in."""
    document = _DOCUMENT.decode(row["value"])
    if row["content"] is not None:
        document = replace(document, content=row["content"])
    outcome = _CLEANED.decode(row["cleaned"]) if row["cleaned"] is not None else _REJECTED.decode(row["rejected"])
    shared = any(item["key"] == SHARED_HEADER for item in row["headers"] or ())
    return Result(document, outcome, row["ms"], shared, row["source_name"])


def is_document(row: Mapping[str, Any]) -> bool:
    return row["cleaned"] is not None or row["rejected"] is not None


def meeting_keys(document: Document, outcome: Cleaned | Rejected, *, shared: bool) -> list[int]:
    """Numbers of everything that this document and another could both read and write in the archive."""
    if isinstance(outcome, Rejected):
        return [key_number(f"text {document.content_hash}")]
    names = [f"text {outcome.signatures.content_hash}", *outcome.signatures.bands]
    if not shared:
        names.append(f"page {document.fingerprint}")
    return [key_number(name) for name in names]
