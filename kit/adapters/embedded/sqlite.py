"""What the embedded log, index and archive share: one SQLite file in WAL mode, used by several processes at once.

Readers never wait for writers. Writers of one process take turns on a lock, writers of several processes on SQLite's own.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kit.errors import BackendUnavailable, ConfigError

MINIMUM_SQLITE = (3, 35)
BUSY_SECONDS = 10.0
PAGES_PER_CHECKPOINT = 4000
LOG_BYTES_KEPT = 64_000_000


class DiskFull(BackendUnavailable):
    """SQLite could not write because the disk (or the file's page limit) is full."""

    code = "disk_full"


class Busy(BackendUnavailable):
    """Other writers held the file for longer than the caller would wait."""

    code = "busy"


class Database:
    """A SQLite file with a pool of connections. Safe for threads and after a fork. `variable` is the setting named in errors."""

    def __init__(self, url: str, variable: str, schema: Sequence[str], *, page_size: int = 4096) -> None:
        """Creates folder, file and tables where missing. Raises ConfigError for a URL or file that cannot be used."""
        self.variable = variable
        self.path = path_of(url, variable)
        self._page_size = page_size
        self._free: list[_Connection] = []
        self._pool_lock = threading.Lock()
        self._write_lock = threading.Lock()
        self._process = os.getpid()
        self._closed = False
        check_version(variable)
        make_private_file(self.path, variable)
        with self.write() as connection:
            for statement in schema:
                connection.execute(statement)

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A connection inside one consistent snapshot. Raises BackendUnavailable."""
        with self._translated(), self._connection(BUSY_SECONDS) as connection:
            yield from _transaction(connection, "BEGIN")

    @contextmanager
    def glance(self) -> Iterator[sqlite3.Connection]:
        """A connection for one reading statement, which sees one snapshot without a transaction. Raises BackendUnavailable."""
        with self._translated(), self._connection(BUSY_SECONDS) as connection:
            yield connection

    @contextmanager
    def write(self, timeout_s: float = BUSY_SECONDS) -> Iterator[sqlite3.Connection]:
        """A connection inside one durable transaction: committed at the end, rolled back on any error.

        Raises Busy when other writers hold the file for more than `timeout_s`, DiskFull, else BackendUnavailable.
        """
        if not self._write_lock.acquire(timeout=max(timeout_s, 0)):
            raise Busy(f"{self.path.name}: other writers kept it busy for {timeout_s:g} s")
        try:
            with self._translated(), self._connection(timeout_s) as connection:
                yield from _transaction(connection, "BEGIN IMMEDIATE")
        finally:
            self._write_lock.release()

    def close(self) -> None:
        with self._pool_lock:
            self._closed = True
            while self._free:
                self._free.pop().close()

    @contextmanager
    def _connection(self, timeout_s: float) -> Iterator[_Connection]:
        connection = self._take()
        try:
            connection.wait(timeout_s)
            yield connection
        finally:
            self._give(connection)

    def _take(self) -> _Connection:
        with self._pool_lock:
            if self._closed:
                raise BackendUnavailable(f"{self.path.name} has been closed")
            if self._process != os.getpid():
                # SQLite connections do not survive a fork; the parent's are left alone, not closed.
                self._free, self._process = [], os.getpid()
            if self._free:
                return self._free.pop()
        return _open(self.path, self._page_size)

    def _give(self, connection: _Connection) -> None:
        with self._pool_lock:
            if self._closed:
                connection.close()
            else:
                self._free.append(connection)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise translate(error, self.path, self.variable) from error


class _Connection(sqlite3.Connection):
    """Knows for how long it waits for others: setting that again costs as much as a small query."""

    _waits_ms = -1

    def wait(self, timeout_s: float) -> None:
        milliseconds = int(max(timeout_s, 0) * 1000)
        if milliseconds != self._waits_ms:
            self.execute(f"PRAGMA busy_timeout = {milliseconds}")
            self._waits_ms = milliseconds


def path_of(url: str, variable: str) -> Path:
    """The file of `sqlite:///relative` or `sqlite:////absolute`. Raises ConfigError when the URL names none."""
    path = url.removeprefix("sqlite:///")
    if path == url or path in ("", ":memory:"):
        raise ConfigError(f"{variable}: expected sqlite:///folder/name.db (a file that several processes can open)")
    return Path(path)


def check_version(variable: str) -> None:
    if sqlite3.sqlite_version_info < MINIMUM_SQLITE:
        wanted = ".".join(map(str, MINIMUM_SQLITE))
        raise ConfigError(f"{variable}: SQLite {sqlite3.sqlite_version} is too old, {wanted} or newer is needed")


def make_private_file(path: Path, variable: str) -> None:
    """Creates the file, readable by its owner alone, and its folder. Raises ConfigError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise ConfigError(f"{variable}: cannot create {path}: {error.strerror}") from error


def translate(error: sqlite3.DatabaseError, path: Path, variable: str) -> Exception:
    """Our error for one of SQLite's. Mistakes in a statement stay what they are."""
    # Errors that the sqlite3 module finds by itself (wrong parameters) carry no code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(f"{path.name}: the disk is full; make room on the volume of {path.parent}")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Busy(f"{path.name}: {error}; another process is writing")
    if code == sqlite3.SQLITE_NOTADB:
        return ConfigError(f"{variable}: {path} is not a SQLite database")
    if code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISUSE, sqlite3.SQLITE_MISMATCH):
        return error
    return BackendUnavailable(f"{path.name}: {error}")


def _open(path: Path, page_size: int) -> _Connection:
    # The mode keeps a file that was removed while in use from coming back empty.
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, cached_statements=256, factory=_Connection
    )
    try:
        connection.wait(BUSY_SECONDS)
        connection.execute(f"PRAGMA page_size = {page_size}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES_PER_CHECKPOINT * 4096 // page_size}")
        connection.execute(f"PRAGMA journal_size_limit = {LOG_BYTES_KEPT}")
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA cache_size = -16384")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _transaction(connection: sqlite3.Connection, begin: str) -> Iterator[sqlite3.Connection]:
    connection.execute(begin)
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        # A full disk may have rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
