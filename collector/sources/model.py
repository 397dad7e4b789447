"""What a kind of source is given and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from collector.sources.options import Options
from kit.contracts.config import SourceConfig

if TYPE_CHECKING:
    from collector.extract import TemplateSpec


@dataclass(frozen=True, slots=True)
class Entry:
    """A request that a window begins with."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Page:
    """A fetched page: `url` after redirects, `body` with its content codings undone, `fetched_at` in UTC."""

    url: str
    body: bytes
    content_type: str | None
    fetched_at: datetime


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
    """What one page of a source holds: links to follow, documents that are complete already, and the next page of the list."""

    links: tuple[Link, ...] = ()
    items: tuple[Item, ...] = ()
    next_url: str | None = None
    errors: tuple[str, ...] = ()
    charset: dict[str, str] = field(default_factory=dict)
    encoding: str = ""


EntryRequests = Callable[[SourceConfig, "TemplateSpec | None"], tuple[Entry, ...]]
Discover = Callable[[Page, SourceConfig, "TemplateSpec | None"], Discovered]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of source. `entry_requests` and `discover` are pure; `label` is an English message id."""

    name: str
    label: str
    options: type[Options]
    entry_requests: EntryRequests
    discover: Discover


def entry_url_only(source: SourceConfig, template: TemplateSpec | None) -> tuple[Entry, ...]:
    """The usual beginning: the entry URL itself."""
    del template
    return (Entry(source.entry_url),)
