"""What the cleaner writes: documents in the index, rows in the archive."""

from __future__ import annotations

from msgspec import Struct


class IndexDocument(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A searchable document; `id` is the content hash, `version` (Unix ms of collection) decides which write is newer.

    Times are ISO 8601 with offset, or empty. `group` is the content hash of the canonical document of a near-duplicate group
    (its own id when alone). `row_key` finds the archived page.
    """

    id: str
    version: int
    url: str
    host: str
    title: str
    content: str
    source_id: str
    source_type: str
    source_name: str
    collect_time: str
    publish_time: str = ""
    authors: tuple[str, ...] = ()
    language: str = ""
    flags: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    group: str = ""
    duplicate_kind: str = ""
    fingerprint: str = ""
    page_version: int = 1
    superseded_by: str = ""
    task_id: str = ""
    template_version: str = ""
    score: float = 1.0
    row_key: str = ""
    sightings: int = 1
    deleted: bool = False
