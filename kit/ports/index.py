"""The search index: `documents` (what analysts search) and `review` (what waits for a person)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from kit.contracts.stored import IndexDocument

IndexName = Literal["documents", "review"]
TimeUnit = Literal["day", "month", "year"]
MARK_OPEN, MARK_CLOSE = (
    "\ue000",
    "\ue001",
)  # private-use characters around a hit, so that highlights can be escaped before marking


@dataclass(frozen=True, slots=True)
class ItemResult:
    """ "written", "older" (a newer version is there: fine) or "failed" with `reason`."""

    id: str
    status: Literal["written", "older", "failed"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """`text` is words (AND), "phrases" and -words; blank finds everything, text without any letter or digit nothing.

    `filters` maps field → accepted values (OR inside, none matches nothing; AND between); fields: source_id, source_type, language,
    flags, tags, authors, host, group, fingerprint, id. The same fields are facets. Times are ISO 8601 and filter `time_field` from
    `since` on to before `until`. `after` is the `sort_key` of the last hit of the page before. `timeline` asks how the hits are spread
    over `time_field`.
    """

    text: str = ""
    filters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    since: str = ""
    until: str = ""
    time_field: Literal["publish_time", "collect_time"] = "collect_time"
    sort: Literal["relevance", "publish_time", "collect_time"] = "collect_time"
    limit: int = 20
    after: tuple[str, ...] = ()
    facets: Sequence[str] = ()
    superseded: bool = False
    timeline: bool = False


@dataclass(frozen=True, slots=True)
class Timeline:
    """Counts by day (yyyy-mm-dd), month (yyyy-mm) or year in UTC, oldest first and without gaps: days for up to two months, months for up to five years.

    Hits without a time are not in it.
    """

    unit: TimeUnit
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """`title` and `snippets` carry MARK_OPEN/MARK_CLOSE around matches and are otherwise plain text (not HTML)."""

    document: IndexDocument
    title: str
    snippets: tuple[str, ...]
    sort_key: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """`total` is exact up to 10,000 and then 10,000 with `more` set. `facets`: field → [(value, count)], most frequent first."""

    hits: tuple[Hit, ...]
    total: int
    more: bool = False
    facets: Mapping[str, Sequence[tuple[str, int]]] = field(default_factory=dict)
    timeline: Timeline = Timeline("day", ())


class SearchIndex(Protocol):
    def upsert(self, index: IndexName, documents: Sequence[IndexDocument]) -> list[ItemResult]:
        """Writes each document unless the index holds the same or a newer `version` of its id. Per item, in order; never raises for one item.

        `deleted` documents are tombstones: kept, never found, and not resurrected by an older replay.
        """

    def get(self, index: IndexName, ids: Sequence[str]) -> list[IndexDocument | None]:
        """By id, in order; tombstones are None."""

    def versions(self, index: IndexName, ids: Sequence[str]) -> list[int | None]:
        """The version held per id, tombstones included."""

    def search(self, index: IndexName, query: Query) -> SearchResult:
        """Raises InvalidInput for an unknown filter, facet or sort. Odd query text never fails: what cannot be parsed is searched as words."""

    def count(self, index: IndexName) -> int:
        """Documents that can be found."""

    def refresh(self) -> None:
        """Makes earlier writes visible to search (tests; the embedded index always is)."""

    def age(self, *, dry_run: bool = False) -> list[str]:
        """Applies `index_retention_months` (months past it leave the index) and `index_replica_months` (where there are replicas).

        One line for each thing that changed, or would with `dry_run`; again at once it changes nothing. The archive keeps everything.
        """

    def close(self) -> None: ...
