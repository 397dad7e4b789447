"""The embedded search index: SQLite FTS5 over character pairs and words, one file per index, for several processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from sqlite3 import Connection

import msgspec

from kit.adapters.embedded.index_ageing import count_before, delete_before, oldest_kept
from kit.adapters.embedded.index_schema import SCHEMA
from kit.adapters.embedded.index_search import Search
from kit.adapters.embedded.index_write import Prepared, decode, find, prepare, write
from kit.adapters.embedded.sqlite import Database, path_of
from kit.adapters.search.query import Segmenter
from kit.clock import Clock
from kit.contracts.stored import IndexDocument
from kit.errors import InvalidInput
from kit.ports.index import IndexName, ItemResult, Query, SearchResult
from kit.settings import Settings

VARIABLE = "CATCHMENT_INDEX_URL"


def open_index(url: str, settings: Settings, clock: Clock) -> SqliteIndex:
    """The index in the file of a `sqlite:///` URL, made at first use. Raises ConfigError."""
    path = path_of(url, VARIABLE)
    review = path.with_name(f"{path.stem}-review{path.suffix}")
    paths: dict[IndexName, Path] = {"documents": path, "review": review}
    databases = {name: Database(f"sqlite:///{file}", VARIABLE, SCHEMA) for name, file in paths.items()}
    return SqliteIndex(databases, path.parent, settings, clock)


class SqliteIndex:
    """Beside the port: a time that is no ISO 8601 is stored as none; filters without a value match nothing; `until` is exclusive.

    `folder` holds the cache file of the Chinese dictionary.
    """

    def __init__(self, databases: Mapping[IndexName, Database], folder: Path, settings: Settings, clock: Clock) -> None:
        self._databases, self._settings, self._clock = databases, settings, clock
        self._segmenter = Segmenter(folder)

    def upsert(self, index: IndexName, documents: Sequence[IndexDocument]) -> list[ItemResult]:
        versions = self.versions(index, [document.id for document in documents])
        # Tokens are made before the write lock is taken, and not for what is there already.
        ready = [_prepare(document, version) for document, version in zip(documents, versions, strict=True)]
        if not any(isinstance(item, Prepared) for item in ready):
            return [item for item in ready if isinstance(item, ItemResult)]
        with self._of(index).write() as connection:
            return [_write(connection, item) if isinstance(item, Prepared) else item for item in ready]

    def get(self, index: IndexName, ids: Sequence[str]) -> list[IndexDocument | None]:
        sql = "SELECT data FROM item JOIN body ON body.row = item.row WHERE item.id = ?"
        with self._of(index).read() as connection:
            rows = [connection.execute(sql, (_known(key),)).fetchone() for key in ids]
        return [decode(row[0]) if row else None for row in rows]

    def versions(self, index: IndexName, ids: Sequence[str]) -> list[int | None]:
        with self._of(index).read() as connection:
            held = [find(connection, _known(key)) for key in ids]
        return [item.version if item else None for item in held]

    def search(self, index: IndexName, query: Query) -> SearchResult:
        search = Search(query, self._segmenter)
        with self._of(index).read() as connection:
            return search.run(connection)

    def count(self, index: IndexName) -> int:
        with self._of(index).read() as connection:
            return int(connection.execute("SELECT COUNT(*) FROM body").fetchone()[0])

    def refresh(self) -> None:
        """Every commit is visible at once."""

    def age(self, *, dry_run: bool = False) -> list[str]:
        months = self._settings.index_retention_months
        if not months:
            return []
        moment = oldest_kept(self._clock.now(), months)
        apply = count_before if dry_run else delete_before
        gone = {name: apply(database, moment) for name, database in self._databases.items()}
        return [
            f"index {name}: {count:,} documents deleted, over {months} months old"
            for name, count in gone.items()
            if count
        ]

    def close(self) -> None:
        for database in self._databases.values():
            database.close()

    def _of(self, index: str) -> Database:
        for name, database in self._databases.items():
            if name == index:
                return database
        raise InvalidInput(f"unknown index {index[:80]!r}; expected one of {', '.join(self._databases)}", field="index")


def _write(connection: Connection, item: Prepared) -> ItemResult:
    document = item.document
    held = find(connection, document.id)
    if held and held.version >= document.version:
        return ItemResult(document.id, "older")
    write(connection, item, held)
    return ItemResult(document.id, "written")


def _prepare(document: IndexDocument, held: int | None) -> Prepared | ItemResult:
    if held is not None and held >= document.version:
        return ItemResult(document.id, "older")
    try:
        return prepare(document)
    except (ValueError, OverflowError, msgspec.MsgspecError) as error:
        return ItemResult(document.id, "failed", f"{type(error).__name__}: {str(error)[:200]}")


def _known(document_id: str) -> str:
    """An id as SQLite can look it up; one with lone surrogates is found nowhere."""
    return document_id.encode("utf-8", "replace").decode()
