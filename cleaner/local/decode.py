"""From a log message to a document that can be cleaned, or the reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec
from msgspec.structs import replace

from kit.clock import to_ms
from kit.contracts.document import SHARED_HEADER, Document
from kit.errors import InvalidInput, NotFound, PoisonError
from kit.ports.log import Message
from kit.ports.objects import ObjectStore

# A cell of HBase holds 10 MB by default, and the cleaned text is one; the embedded archive would take more, but must not differ.
MAX_CONTENT_BYTES = 8_000_000
_DOCUMENT = msgspec.json.Decoder(Document)


@dataclass(frozen=True, slots=True)
class Collected:
    """A document with its content in full; `ms` is its collection time as Unix ms. `shared`: see SHARED_HEADER."""

    message: Message
    document: Document
    collected: datetime
    ms: int
    shared: bool


def decode(message: Message, objects: ObjectStore) -> Collected:
    """Raises PoisonError for a message that will never be a document, BackendUnavailable when object storage is away."""
    try:
        document = _DOCUMENT.decode(message.value)
        collected = datetime.fromisoformat(document.collect_time)
    except (msgspec.MsgspecError, ValueError) as error:
        raise PoisonError(f"no document: {error}") from error
    if collected.tzinfo is None or collected.year < 1971:
        raise PoisonError(f"no document: collectTime {document.collect_time[:40]!r} is no moment with an offset")
    if not (_plain(document.fingerprint) and _plain(document.content_hash)):
        raise PoisonError("no document: fingerprint and contentHash must be hex digits")
    document = _with_content(document, objects)
    _check_size(document.content)
    return Collected(message, document, collected, to_ms(collected), SHARED_HEADER in message.headers)


def _check_size(content: str) -> None:
    if len(content) * 4 <= MAX_CONTENT_BYTES:
        return
    size = len(content.encode("utf-8", "replace"))
    if size > MAX_CONTENT_BYTES:
        raise PoisonError(f"its text of {size:,} bytes is longer than the {MAX_CONTENT_BYTES:,} that the archive takes")


def _plain(name: str) -> bool:
    return 0 < len(name) <= 64 and name.isascii() and name.isalnum()


def _with_content(document: Document, objects: ObjectStore) -> Document:
    if not document.content_key or document.content:
        return document
    try:
        body = objects.get(document.content_key)
    except (NotFound, InvalidInput) as error:
        raise PoisonError(f"content {document.content_key[:80]!r} cannot be read: {error}") from error
    return replace(document, content=body.decode("utf-8", "replace"))
