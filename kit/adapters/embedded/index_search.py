"""Searching the embedded index: a query becomes one SQL condition over `item`, joined with FTS5 where there are words.

SQL is put together from constants of this module alone; everything that comes from a query is bound as a value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from sqlite3 import Connection

from kit.adapters.embedded.fts import exclude, match
from kit.adapters.embedded.index_write import decode
from kit.adapters.search.check import COUNTED, FACET_VALUES, NO_TIME, check, when
from kit.adapters.search.highlight import Highlighter
from kit.adapters.search.query import Segmenter, TextQuery, parse
from kit.adapters.search.timeline import FORMATS, timeline, unit_of
from kit.errors import InvalidInput
from kit.ports.index import Hit, Query, SearchResult, Timeline

COLUMNS = {
    "id": "id",
    "source_id": "source_id",
    "source_type": "source_type",
    "language": "language",
    "host": "host",
    "group": "family",
    "fingerprint": "fingerprint",
}
SORTS = {"relevance": "score", "publish_time": "publish_at", "collect_time": "collect_at"}
# A match in the title says most about a document.
_RANK = "bm25(words, 8.0, 1.0, 2.0)"


class Search:
    """One query, checked and translated."""

    def __init__(self, query: Query, segmenter: Segmenter) -> None:
        """Raises InvalidInput for a query that names something unknown."""
        check(query)
        self._query = query
        self._text = parse(query.text, segmenter)
        self._where, self._values = _conditions(query, self._text)
        self._match = match(self._text)
        self._sort = "collect_time" if query.sort == "relevance" and not self._match else query.sort
        self._after = _after(query.after, float if self._sort == "relevance" else int)

    def run(self, connection: Connection) -> SearchResult:
        if self._text.empty:
            return SearchResult((), 0, facets=dict.fromkeys(self._query.facets, ()))
        total = self._total(connection)
        facets = self._facets(connection) if self._query.facets else {}
        spread = self._timeline(connection) if self._query.timeline else Timeline("day", ())
        return SearchResult(tuple(self._hits(connection)), min(total, COUNTED), total > COUNTED, facets, spread)

    def _from(self) -> str:
        joined = " JOIN words ON words.rowid = item.row" if self._match else ""
        return f"FROM item{joined} WHERE {self._where}"

    def _total(self, connection: Connection) -> int:
        sql = f"SELECT COUNT(*) FROM (SELECT 1 {self._from()} LIMIT {COUNTED + 1})"  # noqa: S608
        return int(connection.execute(sql, self._values).fetchone()[0])

    def _hits(self, connection: Connection) -> list[Hit]:
        highlighter = Highlighter(self._text.wanted)
        hits = []
        for row, key in self._page(connection):
            body = connection.execute("SELECT data FROM body WHERE row = ?", (row,)).fetchone()
            document = decode(body[0])
            hits.append(Hit(document, highlighter.whole(document.title), highlighter.snippets(document.content), key))
        return hits

    def _page(self, connection: Connection) -> list[tuple[int, tuple[str, str]]]:
        """Row and sort key of the hits after `query.after`. The best score is the lowest, the best time the highest."""
        value = _RANK if self._sort == "relevance" else f"item.{SORTS[self._sort]}"
        beyond, order = (">", "ASC") if self._sort == "relevance" else ("<", "DESC")
        condition = f" AND ({value}, item.id) {beyond} (?, ?)" if self._after else ""
        sql = f"SELECT item.row, item.id, {value} AS score {self._from()}{condition} ORDER BY score {order}, item.id {order} LIMIT ?"
        found = connection.execute(sql, (*self._values, *self._after, self._query.limit))
        return [(row, (repr(value), document_id)) for row, document_id, value in found]

    def _facets(self, connection: Connection) -> dict[str, Sequence[tuple[str, int]]]:
        parts = [_facet(name) for name in self._query.facets]
        sql = f"WITH found AS MATERIALIZED (SELECT item.row AS row {self._from()}) {' UNION ALL '.join(parts)}"
        counts: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for name, value, count in connection.execute(sql, self._values):
            counts[name].append((value, count))
        return {
            name: sorted(counts[name], key=lambda pair: (-pair[1], pair[0]))[:FACET_VALUES]
            for name in self._query.facets
        }

    def _timeline(self, connection: Connection) -> Timeline:
        column = f"item.{SORTS[self._query.time_field]}"
        timed = f"{self._from()} AND {column} > {NO_TIME}"
        first, last = connection.execute(f"SELECT MIN({column}), MAX({column}) {timed}", self._values).fetchone()
        if first is None:
            return Timeline("day", ())
        unit = unit_of(first, last)
        name = f"strftime('{FORMATS[unit]}', {column} / 1000.0, 'unixepoch')"
        rows = connection.execute(f"SELECT {name}, COUNT(*) {timed} GROUP BY 1", self._values)
        return timeline(unit, dict(rows))


def _conditions(query: Query, text: TextQuery) -> tuple[str, list[str | int]]:
    parts, values = ["item.deleted = 0"], list[str | int]()
    if not query.superseded:
        parts.append("item.superseded = 0")
    if text.wanted:
        parts.append("words MATCH ?")
        values.append(match(text))
    if text.unwanted:
        parts.append("item.row NOT IN (SELECT rowid FROM words WHERE words MATCH ?)")
        values.append(exclude(text))
    for name, accepted in query.filters.items():
        parts.append(_filter(name, len(accepted)))
        values += [value.encode("utf-8", "replace").decode() for value in accepted]
    _time_conditions(query, parts, values)
    return " AND ".join(parts), values


def _filter(name: str, count: int) -> str:
    marks = ", ".join("?" * count)
    if name in COLUMNS:
        return f"item.{COLUMNS[name]} IN ({marks})"
    return f"item.row IN (SELECT row FROM label WHERE kind = '{name}' AND value IN ({marks}))"  # noqa: S608


def _time_conditions(query: Query, parts: list[str], values: list[str | int]) -> None:
    column = SORTS[query.time_field]
    if query.since or query.until:
        parts.append(f"item.{column} >= ?")
        values.append(when(query.since) if query.since else NO_TIME + 1)
    if query.until:
        parts.append(f"item.{column} < ?")
        values.append(when(query.until))


def _after(key: tuple[str, ...], kind: type[int] | type[float]) -> tuple[float, str] | tuple[()]:
    if not key:
        return ()
    try:
        value, document_id = key
        return kind(value), document_id.encode("utf-8", "replace").decode()
    except ValueError as error:
        raise InvalidInput("after must be the sort key of a hit of the same sort", field="after") from error


def _facet(name: str) -> str:
    if name in COLUMNS:
        column = COLUMNS[name]
        return (
            f"SELECT '{name}', item.{column}, COUNT(*) FROM found JOIN item ON item.row = found.row"  # noqa: S608
            f" WHERE item.{column} <> '' GROUP BY item.{column}"
        )
    return (
        f"SELECT '{name}', label.value, COUNT(*) FROM found JOIN label ON label.row = found.row"  # noqa: S608
        f" AND label.kind = '{name}' GROUP BY label.value"
    )
