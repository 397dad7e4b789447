"""What one spool record carries: a page already in wire form, its events, and who to tell."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kit.contracts.document import PushPage
from kit.errors import InvalidInput
from pusher.client.record import MAX_PAYLOAD

_ENCODER = msgspec.json.Encoder()


class Parcel(msgspec.Struct, frozen=True, array_like=True):
    """`page` is the JSON of a PushPage, empty for events alone; `documents` says how many answers it will get."""

    page: bytes
    documents: int
    events: tuple[bytes, ...]
    task_id: str = ""


_DECODER = msgspec.msgpack.Decoder(Parcel)


def pack(page: PushPage | None, events: Sequence[bytes]) -> bytes:
    """The payload of a spool record. Raises InvalidInput for text that is no Unicode and for a page over 31 MB."""
    try:
        body = b"" if page is None else _ENCODER.encode(page)
    except UnicodeEncodeError as error:
        raise InvalidInput(f"page of {_name(page)} holds text that is no valid Unicode: {error.reason}") from error
    documents = 0 if page is None else len(page.documents)
    parcel = Parcel(body, documents, tuple(events), "" if page is None else page.task_id)
    payload = msgspec.msgpack.encode(parcel)
    if len(payload) > MAX_PAYLOAD:
        raise InvalidInput(f"page of {_name(page)} needs {len(payload)} bytes; a push may have {MAX_PAYLOAD}")
    return payload


def unpack(payload: bytes) -> Parcel | None:
    """None for bytes that `pack` did not write."""
    try:
        return _DECODER.decode(payload)
    except msgspec.MsgspecError:
        return None


def _name(page: PushPage | None) -> str:
    return "events" if page is None else page.task_id
