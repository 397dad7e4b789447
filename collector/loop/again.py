"""A page that is kept, read once more as if it had just been fetched. Pure."""

from __future__ import annotations

import zlib
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from collector.loop.documents import hash_of
from collector.loop.messages import Parsed, ParseJob
from kit.contracts.config import SourceConfig, TemplateConfig
from kit.contracts.document import Document

MAX_BYTES: Final = 20_000_000


def job_of(document: Document, body: bytes, template: TemplateConfig) -> ParseJob:
    """`body` is the zlib-compressed page. Raises ValueError for a body that is damaged or too large, or a time that is none."""
    raw = document.raw
    try:
        unpacker = zlib.decompressobj()
        page = unpacker.decompress(body, MAX_BYTES)
    except zlib.error as error:
        raise ValueError(f"the page that was kept is damaged: {error}") from error
    if unpacker.unconsumed_tail:
        raise ValueError("the page that was kept is too large")
    declared = next((value for name, value in raw.headers if name.lower() == "content-type"), None) if raw else None
    return ParseJob(
        "detail", _source(document, template), template, raw.url if raw else document.url, page, declared,
        datetime.fromisoformat(document.collect_time),
    )  # fmt: skip


def document_of(document: Document, parsed: Parsed, template: TemplateConfig) -> Document:
    """The same document of the same fetch with what was read now. `parsed` has one item."""
    item = parsed.items[0]
    return replace(
        document, title=item.title, content=item.content, content_key="", content_hash=hash_of(item),
        publish_time=item.published, modified_time=item.modified, authors=item.authors, language=item.language,
        parse_template_version=f"{template.id}:{template.version}", charset=parsed.charset, paths=item.paths,
        extra={**document.extra, **item.extra}, images=item.images, gate=None,
    )  # fmt: skip


def _source(document: Document, template: TemplateConfig) -> SourceConfig:
    """As much of the source as reading a page needs; its charset is what was found when the page was fetched."""
    charset = (document.raw.encoding if document.raw else "") or "AUTO"
    number = int(document.source_id) if document.source_id.isdecimal() else 0
    return SourceConfig(
        id=number, version=0, source_type=document.source_type, name="", entry_url=document.url, charset=charset, template_id=template.id,
        priority=5, timezone=document.timezone, rate=0.0, concurrency=0, status=1, options={}, headers={},
        language=document.source_language, site_name=document.site_name,
    )  # fmt: skip
