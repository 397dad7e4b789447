"""What a collector pushes: pages with their documents, and how ingest answers each of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from kit.contracts.structure import Gate

SCHEMA = 1
SHARED_HEADER = "shared"
"""Log header of a document whose page held several under one address: such documents are no versions of one page."""


class RawPage(Struct, frozen=True, rename="camel", omit_defaults=True):
    """The page as fetched. `body` is zlib-compressed bytes (base64 in JSON); or `key` names it in object storage."""

    url: str
    status: int
    fetched_at: str
    encoding: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    key: str = ""


class Document(Struct, frozen=True, rename="camel", omit_defaults=True):
    """One extracted article or record (requirement P1).

    `publish_time` is ISO 8601 (with offset, or a bare day) or empty: never the collection time. `collect_time` is ISO 8601 UTC.
    `content` is plain text; when it is over the limit it is empty here and `content_key` names it in object storage.
    `paths` maps field → the path that produced it, `charset` holds the decoding decision and its evidence. `gate`: the page does not look
    like those of its family, and the document may have to be held. `sensitive`: its source's policy when it was collected, empty for flagging;
    it travels with the document, so that nothing is stored unmasked because a setting could not be read.
    """

    task_id: str
    source_id: str
    source_type: str
    url: str
    title: str
    content: str
    collect_time: str
    content_hash: str
    fingerprint: str
    publish_time: str = ""
    modified_time: str = ""
    authors: tuple[str, ...] = ()
    parse_template_version: str = ""
    retry_count: int = 0
    language: str = ""
    source_language: str = ""
    site_name: str = ""
    timezone: str = "UTC"
    content_key: str = ""
    charset: dict[str, str] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)
    extra: dict[str, str] = field(default_factory=dict)
    images: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    raw: RawPage | None = None
    due_at: str = ""
    gate: Gate | None = None
    sensitive: str = ""
    schema: int = SCHEMA


class PushPage(Struct, frozen=True, rename="camel", omit_defaults=True):
    """All documents of one fetched page, with the page once. `fence` is the fencing token of the claim that fetched it."""

    task_id: str
    fence: int
    documents: tuple[Document, ...]
    raw: RawPage | None = None
    schema: int = SCHEMA


class PushRequest(Struct, frozen=True, rename="camel", omit_defaults=True):
    pages: tuple[PushPage, ...] = ()
    events: tuple[bytes, ...] = ()
    worker: str = ""


PushStatus = Literal["accepted", "duplicate", "stale", "invalid", "retry"]


class PushAnswer(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Per document, in the order sent. `retry` alone means: send this one again later."""

    task_id: str
    url: str
    status: PushStatus
    reason: str = ""


class PushResponse(Struct, frozen=True, rename="camel"):
    answers: tuple[PushAnswer, ...]
    events: int = 0
