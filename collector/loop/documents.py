"""Items of a page as the documents that ingest takes (P1). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from collector.fetch.model import Fetched
from collector.loop.messages import Parsed
from collector.sources.model import Item
from kit import urls
from kit.clock import from_ms
from kit.contracts.config import SourceConfig, TemplateConfig
from kit.contracts.document import Document, PushPage, RawPage
from kit.contracts.structure import Gate
from kit.contracts.task import Claim
from kit.ids import content_hash, md5_hex

MAX_HEADERS: Final = 60
MAX_HEADER_CHARS: Final = 1000
MAX_TITLE_CHARS: Final = 4000
_PRIVATE_HEADERS: Final = frozenset({"set-cookie", "set-cookie2"})


def push_page(
    claim: Claim, source: SourceConfig, template: TemplateConfig | None, fetched: Fetched, parsed: Parsed,
    items: Sequence[Item], collected: datetime, gate: Gate | None = None,
) -> PushPage:  # fmt: skip
    """All items of one fetched page with the page itself; `collected` is the time of the fetch, UTC; `gate` what stands against storing it."""
    version = f"{template.id}:{template.version}" if template else ""
    documents = tuple(_document(claim, source, version, parsed, item, collected, gate) for item in items)
    raw = RawPage(
        url=fetched.url,
        status=fetched.status,
        fetched_at=iso(collected),
        encoding=parsed.encoding,
        headers=_headers(fetched.headers),
        body=parsed.raw,
    )
    return PushPage(claim.task.id, claim.fence, documents, raw)


def hash_of(item: Item) -> str:
    """The identity that the document of this item will have."""
    return content_hash(_title(item), item.content)


def iso(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")


def _document(
    claim: Claim, source: SourceConfig, version: str, parsed: Parsed, item: Item, collected: datetime, gate: Gate | None
) -> Document:
    published = "" if _is_moment(item.published, collected) else item.published
    return Document(
        task_id=claim.task.id,
        source_id=str(source.id),
        source_type=source.source_type,
        url=item.url,
        title=_title(item),
        content=item.content,
        collect_time=iso(collected),
        content_hash=hash_of(item),
        fingerprint=md5_hex(item.identity) if item.identity else urls.fingerprint(item.url),
        publish_time=published,
        modified_time="" if _is_moment(item.modified, collected) else item.modified,
        authors=item.authors,
        parse_template_version=version,
        retry_count=claim.task.retries,
        language=item.language,
        source_language=source.language,
        site_name=source.site_name,
        timezone=source.timezone,
        charset=parsed.charset,
        paths=item.paths,
        extra=item.extra,
        images=item.images,
        tags=item.tags,
        due_at=iso(from_ms(claim.task.due_ms)) if claim.task.due_ms else "",
        gate=gate,
        sensitive=str(source.options.get("sensitive", ""))[:20],
    )


def _title(item: Item) -> str:
    return item.title[:MAX_TITLE_CHARS]


def _is_moment(text: str, moment: datetime) -> bool:
    """A "published just now" resolves to the fetch itself, which is no knowledge about the page (X4)."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return False
    return found.tzinfo is not None and abs((found - moment).total_seconds()) < 2


def _headers(found: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    kept = [(name, value[:MAX_HEADER_CHARS]) for name, value in found if name.lower() not in _PRIVATE_HEADERS]
    return tuple(kept[:MAX_HEADERS])
