"""The embedded archive: one SQLite table of cells, in the byte order of UTF-8 row keys. Values are stored as they come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from sqlite3 import Connection
from typing import cast

from kit.adapters.cells import check_table, checked, is_text, selected
from kit.adapters.embedded.sqlite import Database
from kit.clock import Clock
from kit.ports.archive import TABLES, Row, Table
from kit.settings import Settings

PAGE_BYTES = 16_384
SCAN_ROWS = 100
SCHEMA = (
    """CREATE TABLE IF NOT EXISTS cell (
        id INTEGER PRIMARY KEY, place INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL,
        version INTEGER NOT NULL, value BLOB NOT NULL, UNIQUE (place, key, name))""",
)
# An equal version is written again, as HBase does: the last writer of a version wins.
_PUT = """INSERT INTO cell (place, key, name, version, value) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (place, key, name) DO UPDATE SET version = excluded.version, value = excluded.value
    WHERE excluded.version > version OR (excluded.version = version AND excluded.value <> value)"""
# Filled up with a key that cannot be, so that there are few different statements to prepare.
_KEYS_AT_ONCE = (1, 8, 64, 512)
_NO_KEY = ""
_GET_MANY = "SELECT key, name, value FROM cell WHERE place = ? AND key IN (KEYS) ORDER BY key, name"
_GET_SOME = {count: _GET_MANY.replace("KEYS", ", ".join("?" * count)) for count in _KEYS_AT_ONCE}
_GET = "SELECT name, value FROM cell WHERE place = ? AND key = ? ORDER BY name"
# Two statements: with the bound behind an OR, SQLite would read to the end of the table for every empty range.
_KEYS_FROM = "SELECT DISTINCT key FROM cell WHERE place = ? AND key >= ? ORDER BY key LIMIT ?"
_KEYS_BETWEEN = "SELECT DISTINCT key FROM cell WHERE place = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?"


def open_archive(url: str, settings: Settings, clock: Clock) -> SqliteArchive:
    """The archive in the file of a `sqlite:///` URL, made at first use. Raises ConfigError."""
    return SqliteArchive(Database(url, "CATCHMENT_ARCHIVE_URL", SCHEMA, page_size=PAGE_BYTES))


class SqliteArchive:
    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        place = _place(table)
        cells = [(place, row.key, *cell) for row in rows for cell in checked(row)]
        if cells:
            with self._database.write() as connection:
                connection.executemany(_PUT, cells)

    def get(
        self, table: Table, keys: Sequence[str], *, columns: Sequence[str] | None = None
    ) -> list[dict[str, bytes] | None]:
        place = _place(table)
        wanted = list(dict.fromkeys(key for key in keys if is_text(key)))
        found: dict[str, dict[str, bytes]] = {}
        # One statement sees one snapshot by itself; several need a transaction to see the same one.
        begun = self._database.read if len(wanted) > _KEYS_AT_ONCE[-1] else self._database.glance
        with begun() as connection:
            for first in range(0, len(wanted), _KEYS_AT_ONCE[-1]):
                _gather(connection, place, wanted[first : first + _KEYS_AT_ONCE[-1]], found)
        return [selected(dict(cells), columns) or None if (cells := found.get(key)) else None for key in keys]

    def scan(
        self, table: Table, *, start: str = "", stop: str = "", limit: int = 1000
    ) -> Iterator[tuple[str, dict[str, bytes]]]:
        # Read page by page, so that a slow reader does not keep the write-ahead log from being emptied.
        place = _place(table)
        while limit > 0:
            page = self._page(place, start, stop, min(limit, SCAN_ROWS))
            yield from page
            if len(page) < min(limit, SCAN_ROWS):
                return
            limit -= len(page)
            start = page[-1][0] + "\0"

    def delete(self, table: Table, keys: Sequence[str]) -> None:
        place = _place(table)
        with self._database.write() as connection:
            connection.executemany(
                "DELETE FROM cell WHERE place = ? AND key = ?", [(place, key) for key in keys if is_text(key)]
            )

    def close(self) -> None:
        self._database.close()

    def _page(self, place: int, start: str, stop: str, limit: int) -> list[tuple[str, dict[str, bytes]]]:
        with self._database.read() as connection:
            if stop:
                found = connection.execute(_KEYS_BETWEEN, (place, start, stop, limit))
            else:
                found = connection.execute(_KEYS_FROM, (place, start, limit))
            keys = [key for (key,) in found]
            return [(key, _row(connection, place, key, None)) for key in keys]


def _place(table: str) -> int:
    check_table(table)
    return TABLES.index(cast("Table", table))


def _row(connection: Connection, place: int, key: str, columns: Sequence[str] | None) -> dict[str, bytes]:
    return selected(dict(connection.execute(_GET, (place, key))), columns)


def _gather(connection: Connection, place: int, keys: Sequence[str], found: dict[str, dict[str, bytes]]) -> None:
    """Adds the cells of the rows that there are to `found`, in the order of their names."""
    count = next(count for count in _KEYS_AT_ONCE if count >= len(keys))
    padded = (*keys, *([_NO_KEY] * (count - len(keys))))
    for key, name, value in connection.execute(_GET_SOME[count], (place, *padded)):
        found.setdefault(key, {})[name] = value
