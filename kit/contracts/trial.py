"""A source tried once, and what was seen; nothing of it is stored as a document (requirement W1)."""

from __future__ import annotations

from msgspec import Struct, field

from kit.contracts.config import SourceConfig, TemplateConfig

FIRST_CHARS = 2000
LINKS = 20
VALUE_CHARS = 600


class TrialRequest(Struct, frozen=True):
    """The source as it is being edited; `id` is 0 for one that is not stored. Secrets in it are sealed."""

    source: SourceConfig
    template: TemplateConfig | None
    asked_ms: int


class Seen(Struct, frozen=True):
    """One exchange. `url` is where redirects ended, `first` how the answer begins, `charset` why it was read as `encoding`.

    `failure` is a FailureClass or empty. Secrets of the source stand in it as their places, cookies without their values.
    """

    url: str
    status: int = 0
    failure: str = ""
    detail: str = ""
    address: str = ""
    elapsed_ms: int = 0
    redirects: list[str] = field(default_factory=list)
    headers: list[tuple[str, str]] = field(default_factory=list)
    content_type: str = ""
    size: int = 0
    first: str = ""
    encoding: str = ""
    charset: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


class FoundLink(Struct, frozen=True):
    url: str
    title: str = ""
    published: str = ""


class FoundField(Struct, frozen=True):
    """`path` is the rule that gave `value`."""

    name: str
    value: str
    path: str = ""


class Trial(Struct, frozen=True):
    """`list` is the first list page, `page` the first page that it leads to; `fields` those of that page, or of the list's first entry.

    `failure` and `detail` say what ended it where no exchange does. `at_ms` is Unix time.
    """

    at_ms: int
    failure: str = ""
    detail: str = ""
    list: Seen | None = None
    page: Seen | None = None
    links: tuple[FoundLink, ...] = ()
    link_count: int = 0
    item_count: int = 0
    next_url: str = ""
    fields: tuple[FoundField, ...] = ()
    worker: str = ""
