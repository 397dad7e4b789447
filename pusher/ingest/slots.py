"""A push taken apart: one slot per document, whatever shape it came in, so that each can be answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from kit.contracts.document import Document, PushStatus, RawPage
from kit.errors import InvalidInput


class Envelope(msgspec.Struct, frozen=True, rename="camel"):
    """A PushRequest whose pages are decoded one by one, so that one bad page does not cost the others."""

    pages: tuple[msgspec.Raw, ...] = ()
    events: tuple[bytes, ...] = ()
    worker: str = ""


class _Page(msgspec.Struct, frozen=True, rename="camel"):
    task_id: str
    fence: int
    documents: tuple[msgspec.Raw, ...]
    raw: RawPage | None = None


@dataclass(slots=True)
class Slot:
    """`status` is None while undecided. `shared` says that other documents of the page have the same fingerprint."""

    task_id: str
    url: str
    fence: int = 0
    document: Document | None = None
    raw: RawPage | None = None
    raw_shared: bool = False
    shared: bool = False
    key: str = ""
    status: PushStatus | None = None
    reason: str = ""

    def decide(self, status: PushStatus, reason: str = "") -> None:
        self.status, self.reason = status, reason


_ENVELOPE = msgspec.json.Decoder(Envelope)
_PAGE = msgspec.json.Decoder(_Page)
_DOCUMENT = msgspec.json.Decoder(Document)


def open_envelope(body: bytes) -> Envelope:
    """Raises InvalidInput for a body that is no push at all."""
    try:
        return _ENVELOPE.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidInput(f"body: {error}") from error


def slots_of(envelope: Envelope) -> list[Slot]:
    return [slot for page in envelope.pages for slot in _slots_of_page(page)]


def _slots_of_page(raw: msgspec.Raw) -> list[Slot]:
    try:
        page = _PAGE.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return list(_unreadable(raw, str(error)))
    slots = [_slot(page, document) for document in page.documents]
    _mark_shared(slots)
    return slots


def _slot(page: _Page, raw: msgspec.Raw) -> Slot:
    try:
        document = _DOCUMENT.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return Slot(page.task_id, _url(_loose(raw)), status="invalid", reason=str(error))
    body = document.raw or page.raw
    shared = body is page.raw and len(page.documents) > 1
    return Slot(page.task_id, document.url, page.fence, document, body, raw_shared=shared)


def _mark_shared(slots: list[Slot]) -> None:
    urls = Counter(slot.url for slot in slots)
    pages = Counter(slot.document.fingerprint for slot in slots if slot.document)
    for slot in slots:
        if slot.document is None:
            continue
        slot.shared = pages[slot.document.fingerprint] > 1
        # Records of one feed may share an address: only together with their text do they name one document.
        suffix = f" {slot.document.content_hash}" if urls[slot.url] > 1 else ""
        slot.key = f"{slot.task_id} {slot.url}{suffix}"


def _unreadable(raw: msgspec.Raw, reason: str) -> Iterator[Slot]:
    page = _loose(raw)
    fields = page if isinstance(page, dict) else {}
    documents = fields.get("documents")
    for document in documents if isinstance(documents, list) else []:
        yield Slot(str(fields.get("taskId", ""))[:200], _url(document), status="invalid", reason=reason)


def _loose(raw: msgspec.Raw) -> Any:
    try:
        return msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _url(document: Any) -> str:
    return str(document.get("url", ""))[:2000] if isinstance(document, dict) else ""
