"""From answered slots to log records: documents by topic, events beside them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kit.contracts.document import SHARED_HEADER, Document
from kit.contracts.event import CollectEvent
from kit.ids import root_of
from kit.ports.log import Record, Topic

_TOPICS: dict[str, Topic] = {
    "WEB": "collect.web",
    "COLUMN": "collect.web",
    "KEYWORD": "collect.web",
    "WECHAT": "collect.social",
    "BLOGGER": "collect.social",
}
_EVENT = msgspec.json.Decoder(CollectEvent)


def topic_of(source_type: str) -> Topic:
    """P6: pages, social accounts, and everything structured."""
    return _TOPICS.get(source_type, "collect.app")


def document_record(document: Document, body: bytes, *, shared: bool) -> Record:
    """`shared` is passed on to the cleaner: records of one feed address are not versions of one page."""
    headers = {SHARED_HEADER: "1"} if shared else {}
    return Record(topic_of(document.source_type), document.content_hash, body, headers)


def ingested_event(document: Document, worker: str, now_ms: int) -> Record:
    event = CollectEvent(
        task_id=document.task_id,
        source_id=document.source_id,
        stage="ingested",
        at=now_ms,
        url=document.url,
        worker=worker,
        content_hash=document.content_hash,
        template_version=document.parse_template_version,
    )
    return event_record(event, msgspec.json.encode(event))


def event_record(event: CollectEvent, body: bytes) -> Record:
    return Record("collect.events", root_of(event.task_id), body)


def client_events(bodies: Iterable[bytes]) -> tuple[list[Record], int]:
    """Records of the valid events, and how many were not valid."""
    records, dropped = [], 0
    for body in bodies:
        try:
            records.append(event_record(_EVENT.decode(body), body))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            dropped += 1
    return records, dropped
