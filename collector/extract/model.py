"""What extraction answers: immutable records, each field with the path that produced it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Decoded:
    """A body as text. ``encoding`` is a WHATWG name; ``evidence`` says what decided (key "source") and what was declared."""

    text: str
    encoding: str
    evidence: dict[str, str]


@dataclass(frozen=True, slots=True)
class Field:
    """One extracted value.

    ``path`` names the rule that found it ("css:h1", "jsonld:headline", "generic:text"), ``confidence`` is within 0 and 1,
    ``status`` is "success", "not_found" or, for titles, one of the title outcomes.
    """

    value: Any
    path: str
    status: str = "success"
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Extraction:
    """All fields of one page. ``published`` and ``modified`` hold ISO 8601 with offset, a bare date, or None.

    ``type`` is one of roles.page_type.TYPES; None where a template gave the text, so that the page was not looked at as a whole.
    """

    title: Field
    content: Field
    authors: Field
    published: Field
    modified: Field
    language: Field
    images: Field
    extra: Mapping[str, Field] = field(default_factory=dict)
    errors: tuple[str, ...] = ()
    template_hit: bool = False
    lead_image: Field = Field(None, "none", "not_found", 0.0)
    type: Field = Field(None, "none", "not_found", 0.0)


@dataclass(frozen=True, slots=True)
class ListItem:
    """One link of a list page: absolute URL, and what the list itself says about the page behind it."""

    url: str
    title: str | None = None
    published: str | None = None
    fields: Mapping[str, Field] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ListPage:
    """The links of a list page in document order, each URL once, and the next page of the same list."""

    items: tuple[ListItem, ...]
    next_url: str | None = None
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FeedItem:
    """One entry of a feed. Times are ISO 8601 in UTC ("…Z") or, without a known hour, a bare date."""

    id: str
    url: str | None
    title: str | None
    published: str | None = None
    updated: str | None = None
    authors: tuple[str, ...] = ()
    summary_html: str | None = None
    content_html: str | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed document; ``kind`` is "rss", "atom", "json", "rdf" or, where nothing could be read, "unknown".

    ``next_url`` is its next, older page (RFC 5005, JSON Feed's next_url).
    """

    title: str | None
    items: tuple[FeedItem, ...]
    kind: str
    errors: tuple[str, ...] = ()
    next_url: str | None = None


def missing(path: str = "none", status: str = "not_found", value: Any = None) -> Field:
    """A field that no rule found."""
    return Field(value, path, status, 0.0)
