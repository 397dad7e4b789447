"""What the console and the API show of a document. Times are aware UTC datetimes unless said otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from cleaner.sinks.archived import Archived
from kit.contracts.stored import IndexDocument
from kit.ports.index import IndexName


@dataclass(frozen=True, slots=True)
class Sighting:
    """The text was found at `url`, first and last at these times; `row_key` finds the archived page."""

    url: str
    source_id: str
    fingerprint: str
    first: datetime
    seen: datetime
    row_key: str


@dataclass(frozen=True, slots=True)
class PageVersion:
    """The page showed this text from `since` on; `title` is empty where the index no longer has it. `number` counts from 1."""

    number: int
    content_hash: str
    title: str
    since: datetime
    current: bool


@dataclass(frozen=True, slots=True)
class Member:
    """Another document of the near-duplicate group; `kind` is exact, near, contains, version, or empty for the first of the group."""

    content_hash: str
    title: str
    url: str
    kind: str
    collect_time: str


@dataclass(frozen=True, slots=True)
class DocumentView:
    """`index` names the index that shows the document, None for a dropped, rejected or removed one (then `document` is None too).

    `archived` is the newest archived row, `decision` a person's decision ("approved", "rejected" or empty).
    """

    content_hash: str
    index: IndexName | None
    document: IndexDocument | None
    archived: Archived | None
    decision: Literal["", "approved", "rejected"]
    sightings: Sequence[Sighting] = ()
    versions: Sequence[PageVersion] = ()
    duplicates: Sequence[Member] = ()


@dataclass(frozen=True, slots=True)
class RawView:
    """A page as it was fetched: undecoded `html`, the `encoding` that was found for it, response `headers`.

    `truncated` says that the page was longer than may be shown. `fetched_at` is ISO 8601 as collected.
    """

    html: bytes
    encoding: str
    headers: tuple[tuple[str, str], ...]
    url: str
    status: int
    fetched_at: str
    truncated: bool = False
