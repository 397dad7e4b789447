"""Search results as a file, made page by page while it is sent."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final, Literal

import msgspec

from kit.contracts.stored import IndexDocument
from kit.ports.index import Query, SearchResult
from kit.spreadsheet import safe_cell

Format = Literal["csv", "jsonl"]
MOST: Final = 100_000
PAGE: Final = 500
# A spreadsheet's cell holds 32,767 characters; the whole text is in the other form.
CELL_CHARS: Final = 32_000
COLUMNS: Final = (
    "id", "title", "url", "host", "source_id", "source_name", "source_type", "publish_time", "collect_time", "language", "authors",
    "flags", "tags", "group", "duplicate_kind", "sightings", "content",
)  # fmt: skip
Search = Callable[[Query], SearchResult]


def lines(search: Search, query: Query, form: Format) -> Iterator[bytes]:
    """UTF-8; CSV begins with the names of its columns and a byte order mark, without which spreadsheets take it for another charset.

    The first line comes once the index has answered: raises InvalidInput before it for a query that is refused.
    """
    found = documents(search, query)
    first = list(islice(found, 1))
    if form == "csv":
        yield b"\xef\xbb\xbf" + _csv_line(COLUMNS)
    for document in chain(first, found):
        yield _csv_line(_cells(document)) if form == "csv" else msgspec.json.encode(_facts(document)) + b"\n"


def documents(search: Search, query: Query) -> Iterator[IndexDocument]:
    """All hits in the order of the query, MOST at most."""
    left, after = MOST, tuple[str, ...]()
    while left > 0:
        size = min(PAGE, left)
        found = search(replace(query, limit=size, after=after, facets=(), timeline=False)).hits
        yield from (hit.document for hit in found)
        if len(found) < size:
            return
        left, after = left - size, found[-1].sort_key


def _facts(document: IndexDocument) -> dict[str, Any]:
    return {name: getattr(document, name) for name in COLUMNS}


def _cells(document: IndexDocument) -> tuple[str, ...]:
    facts = _facts(document) | {"content": document.content[:CELL_CHARS]}
    return tuple(safe_cell("; ".join(v) if isinstance(v, tuple) else str(v)) for v in facts.values())


def _csv_line(cells: tuple[str, ...]) -> bytes:
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().encode("utf-8", "replace")
