"""The archive: wide tables of cells (row key, "family:column") with explicit versions, ordered by row key. HBase, or SQLite.

Tables: `doc` (families info, raw), `page`, `sight`, `band`; see `cleaner.sinks` for their row keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Table = Literal["doc", "page", "sight", "band"]
TABLES: tuple[Table, ...] = ("doc", "page", "sight", "band")


@dataclass(frozen=True, slots=True)
class Row:
    """`cells` maps "family:column" → bytes. `version` is the cells' timestamp (Unix ms): per cell the highest version wins."""

    key: str
    cells: Mapping[str, bytes]
    version: int


class Archive(Protocol):
    def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Idempotent: the same row again, or an older version, changes nothing. Durable on return. Not atomic over rows."""

    def get(
        self, table: Table, keys: Sequence[str], *, columns: Sequence[str] | None = None
    ) -> list[dict[str, bytes] | None]:
        """Newest cells per key, in order, None where there is no such row. `columns` are full names or families ending in ":"."""

    def scan(
        self, table: Table, *, start: str = "", stop: str = "", limit: int = 1000
    ) -> Iterator[tuple[str, dict[str, bytes]]]:
        """Rows with start <= key < stop in byte order (empty stop: to the end), at most `limit`."""

    def delete(self, table: Table, keys: Sequence[str]) -> None:
        """Removes rows whatever their version."""

    def close(self) -> None: ...
