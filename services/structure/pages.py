"""What was held, as people see it: the document and its page."""

from __future__ import annotations

import zlib

import msgspec

from kit.contracts.document import Document
from kit.errors import NotFound
from kit.ports.objects import ObjectStore
from services.documents.schemas import RawView

MAX_PAGE_BYTES = 20_000_000


class HeldPages:
    """Reads the quarantine; `key` is the key of an object in it."""

    def __init__(self, objects: ObjectStore) -> None:
        self._objects = objects

    def document(self, key: str) -> Document:
        """With its content in full. Raises NotFound where it is no longer kept."""
        try:
            found = msgspec.json.decode(self._objects.get(key), type=Document)
        except msgspec.MsgspecError as error:
            raise NotFound(f"what was held cannot be read: {error}") from error
        if found.content_key and not found.content:
            content = self._objects.get(found.content_key).decode("utf-8", "replace")
            found = msgspec.structs.replace(found, content=content)
        return found

    def page(self, key: str) -> RawView:
        """The page as it was fetched. Raises NotFound."""
        raw = self.document(key).raw
        if raw is None:
            raise NotFound("no page was kept for this document")
        try:
            unpacker = zlib.decompressobj()
            html = unpacker.decompress(self._objects.get(raw.key) if raw.key else raw.body, MAX_PAGE_BYTES)
        except zlib.error as error:
            raise NotFound(f"the page is damaged: {error}") from error
        truncated = bool(unpacker.unconsumed_tail)
        return RawView(html, raw.encoding, raw.headers, raw.url, raw.status, raw.fetched_at, truncated)
