"""What a kind of source is given and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from collector.sources.options import Options
from kit.contracts.config import SourceConfig

if TYPE_CHECKING:
    from collector.extract import TemplateSpec


@dataclass(frozen=True, slots=True)
class Start:
    """What a window begins with: the time in UTC, and the `cursor` that an earlier window of the source left (empty: none)."""

    now: datetime
    cursor: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """A list page to ask for. `state` is the kind's own and comes back with the page (`Page.state`).

    `optional`: a page that may well not exist; that it cannot be had is no news.
    """

    url: str
    headers: dict[str, str] = field(default_factory=dict)
    state: dict[str, str] = field(default_factory=dict)
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A fetched page: `url` after redirects, `body` with its content codings undone, `fetched_at` in UTC, `state` of its Entry."""

    url: str
    body: bytes
    content_type: str | None
    fetched_at: datetime
    state: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Link:
    """A page to be collected as a detail task. `meta` is what the list says about it (title, published, …), all strings."""

    url: str
    meta: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Item:
    """One article or record as read from a page; times are ISO 8601 or empty, `paths` maps field → the rule that found it.

    `identity` tells items apart that have no address of their own; empty where the URL does.
    """

    url: str
    title: str
    content: str
    published: str = ""
    modified: str = ""
    authors: tuple[str, ...] = ()
    language: str = ""
    images: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    paths: dict[str, str] = field(default_factory=dict)
    extra: dict[str, str] = field(default_factory=dict)
    identity: str = ""


@dataclass(frozen=True, slots=True)
class Discovered:
    """What one page of a source holds.

    `links` become detail tasks, `items` are documents already. `next_url` (with `next_state`) is the next page of this list, read as
    long as pages bring something new; `more` are other lists of the source, read in any case. `cursor` is where the next window begins
    once everything up to here is accepted by ingest; empty: as before. A page with a `cursor` is taken whole, however full the run is.
    """

    links: tuple[Link, ...] = ()
    items: tuple[Item, ...] = ()
    next_url: str | None = None
    next_state: dict[str, str] = field(default_factory=dict)
    more: tuple[Entry, ...] = ()
    cursor: dict[str, str] = field(default_factory=dict)
    errors: tuple[str, ...] = ()
    charset: dict[str, str] = field(default_factory=dict)
    encoding: str = ""


EntryRequests = Callable[[SourceConfig, "TemplateSpec | None", Start], tuple[Entry, ...]]
Discover = Callable[[Page, SourceConfig, "TemplateSpec | None"], Discovered]
Sign = Callable[[str, SourceConfig, Mapping[str, str], datetime], str]
Complete = Callable[[Item, str, SourceConfig], Item]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of source; all functions are pure. `label` is an English message id.

    `entry_requests` says which list pages a window begins with, each read on to at most `max_pages` pages; `discover` reads a list page.
    `complete` adds what the kind knows about its article pages to an extracted item (item, HTML, source). `sign` makes an address of the
    source's own origin ready to be sent (address, source, values of its credential, now); what it adds is told nowhere.
    `rows` names what reads its lists where that is no web server: then a Page is a batch of rows as JSON (kit.contracts.rows).
    """

    name: str
    label: str
    options: type[Options]
    entry_requests: EntryRequests
    discover: Discover
    complete: Complete | None = None
    sign: Sign | None = None
    rows: Literal["", "sql", "mongo"] = ""


def entry_url_only(source: SourceConfig, template: TemplateSpec | None, start: Start) -> tuple[Entry, ...]:
    """The usual beginning: the entry URL itself."""
    del template, start
    return (Entry(source.entry_url),)
