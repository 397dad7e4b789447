"""Keeping messages under 1 MB: what is large goes to object storage, and the message carries the key (P5)."""

from __future__ import annotations

import hashlib
from datetime import datetime

import msgspec
from msgspec.structs import replace

from kit.contracts.document import Document, RawPage
from kit.ports.log import MAX_MESSAGE_BYTES
from kit.ports.objects import ObjectStore

_ENCODER = msgspec.json.Encoder()
_LIMIT = MAX_MESSAGE_BYTES - 4096


class Offloader:
    """Object keys are named after their content, so that the same push twice writes the same objects."""

    def __init__(self, objects: ObjectStore, *, content_bytes: int, raw_bytes: int) -> None:
        self._objects = objects
        self._content_bytes = content_bytes
        self._raw_bytes = raw_bytes

    def message(self, document: Document, raw: RawPage | None, *, raw_shared: bool) -> bytes | None:
        """The JSON of the document with its page, as the log takes it; None when it stays too large without its large parts."""
        day = datetime.fromisoformat(document.collect_time)
        if raw is not None and raw.body and (raw_shared or len(raw.body) > self._raw_bytes):
            raw = self._raw_out(raw, day)
        document = replace(document, raw=raw)
        if len(document.content) > self._content_bytes or len(document.content.encode()) > self._content_bytes:
            document = self._content_out(document, day)
        return self._fit(document, day)

    def _fit(self, document: Document, day: datetime) -> bytes | None:
        body = _ENCODER.encode(document)
        if len(body) > _LIMIT and document.raw is not None and document.raw.body:
            document = replace(document, raw=self._raw_out(document.raw, day))
            body = _ENCODER.encode(document)
        if len(body) > _LIMIT and document.content:
            body = _ENCODER.encode(self._content_out(document, day))
        return body if len(body) <= _LIMIT else None

    def _raw_out(self, raw: RawPage, day: datetime) -> RawPage:
        return replace(raw, body=b"", key=self._store("raw", day, raw.body))

    def _content_out(self, document: Document, day: datetime) -> Document:
        return replace(document, content="", content_key=self._store("content", day, document.content.encode()))

    def _store(self, kind: str, day: datetime, body: bytes) -> str:
        key = f"{kind}/{day:%Y/%m/%d}/{hashlib.md5(body, usedforsecurity=False).hexdigest()}"
        self._objects.put(key, body)
        return key
