"""A document as it is sent to Elasticsearch, and back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from kit.adapters.real.elasticsearch_mapping import PLAIN
from kit.adapters.search.check import NO_TIME, when
from kit.adapters.search.text import fold, tokens
from kit.clock import from_ms
from kit.contracts.stored import IndexDocument

MAX_ID_BYTES = 512
_TEXT = ("title", "content")


def encode(document: IndexDocument) -> bytes:
    """Raises ValueError (also UnicodeEncodeError) for a document that cannot be stored."""
    if not 0 < len(document.id.encode()) <= MAX_ID_BYTES or not 0 <= document.version < 2**63:
        raise ValueError(f"id must have 1 to {MAX_ID_BYTES} bytes and version must be a positive 64-bit number")
    if document.deleted:
        return msgspec.json.encode(_tombstone(document))
    body: dict[str, Any] = msgspec.to_builtins(document)
    return msgspec.json.encode({**body, **_moments(document), "grams": _grams(document)})


def encode_plain(document: IndexDocument) -> bytes:
    """The same without the dictionary's words: for text that a faulty analyzer makes Lucene refuse. It is found as well, but ranks lower."""
    body: dict[str, Any] = msgspec.json.decode(encode(document))
    body[PLAIN] = {name: body[name] for name in _TEXT}
    return msgspec.json.encode({**body, **dict.fromkeys(_TEXT, "")})


def decode(source: dict[str, Any]) -> IndexDocument:
    return msgspec.convert({**source, **source.get(PLAIN, {})}, IndexDocument)


def month_of(document: IndexDocument) -> str:
    """yyyy.mm of the collection, by its version where the time cannot be read."""
    ms = when(document.collect_time)
    try:
        moment = from_ms(document.version if ms == NO_TIME else ms)
    except (ValueError, OverflowError, OSError):
        moment = datetime(1970, 1, 1, tzinfo=UTC)
    return f"{moment.year:04}.{moment.month:02}"


def _tombstone(document: IndexDocument) -> IndexDocument:
    return msgspec.structs.replace(document, title="", content="", authors=(), tags=())


def _moments(document: IndexDocument) -> dict[str, int]:
    times = {"publishAt": when(document.publish_time), "collectAt": when(document.collect_time)}
    return {name: ms for name, ms in times.items() if ms != NO_TIME}


def _grams(document: IndexDocument) -> dict[str, str]:
    other = "\n".join((*document.authors, *document.tags))
    texts = {"title": document.title, "content": document.content, "other": other}
    return {name: " ".join(tokens(fold(text))) for name, text in texts.items() if text}
