"""An archived page through today's extraction, in the collectors' parsing processes; the document keeps its identity and its times."""

from __future__ import annotations

import zlib
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from collector.loop.documents import hash_of
from collector.loop.messages import Parsed, ParseJob
from kit.contracts.config import SourceConfig, TemplateConfig
from kit.contracts.document import Document, RawPage
from kit.errors import InvalidInput, NotFound
from kit.ids import root_of
from kit.ports.objects import ObjectStore

MAX_PAGE_BYTES: Final = 20_000_000
_LISTED: Final = ("title", "published", "authors")


def is_rereadable(document: Document, *, shared: bool) -> bool:
    """Whether the kept page is the article's own: not a feed, a list or rows that several documents came from."""
    return not shared and document.raw is not None and root_of(document.task_id) != document.task_id


def page_body(raw: RawPage, objects: ObjectStore) -> bytes:
    """Raises NotFound where the page is gone, damaged or too large."""
    try:
        packed = raw.body or objects.get(raw.key)
        unpacker = zlib.decompressobj()
        body = unpacker.decompress(packed, MAX_PAGE_BYTES)
    except (zlib.error, InvalidInput) as error:
        raise NotFound(f"the archived page cannot be read: {error}") from error
    if unpacker.unconsumed_tail:
        raise NotFound(f"the archived page is larger than {MAX_PAGE_BYTES:,} bytes")
    return body


def job_of(document: Document, body: bytes, source: SourceConfig, template: TemplateConfig | None) -> ParseJob:
    """`document` has a page. What a list had said of the article is taken from the document, as the list is not there any more."""
    raw = document.raw
    assert raw is not None
    headers = {name.lower(): value for name, value in raw.headers}
    return ParseJob(
        kind="detail",
        source=source,
        template=template,
        url=raw.url,
        body=body,
        content_type=headers.get("content-type"),
        fetched_at=datetime.fromisoformat(raw.fetched_at or document.collect_time),
        meta=dict(document.extra) | _listed(document),
    )


def reread(document: Document, parsed: Parsed, template: TemplateConfig | None) -> Document:
    """The document with the fields that extraction finds today."""
    (item,) = parsed.items
    return replace(
        document,
        title=item.title[:4000],
        content=item.content,
        content_key="",
        content_hash=hash_of(item),
        publish_time=_unless_fetched(item.published, document),
        modified_time=_unless_fetched(item.modified, document),
        authors=item.authors,
        language=item.language,
        images=item.images,
        extra=item.extra,
        paths=item.paths,
        charset=parsed.charset,
        parse_template_version=f"{template.id}:{template.version}" if template else "",
    )


def _listed(document: Document) -> dict[str, str]:
    said = {"title": document.title, "published": document.publish_time, "authors": "; ".join(document.authors)}
    return {name: said[name] for name in _LISTED if document.paths.get(name, "").startswith("list:") and said[name]}


def _unless_fetched(text: str, document: Document) -> str:
    """A time that is the fetch's own says nothing of the page (X4)."""
    try:
        found = datetime.fromisoformat(text)
        collected = datetime.fromisoformat(document.collect_time)
    except ValueError:
        return text
    return "" if found.tzinfo is not None and abs((found - collected).total_seconds()) < 2 else text
