"""The relational database through SQLAlchemy: SQLite (a file) or MariaDB/MySQL, set up so that both behave alike.

SQLite: WAL, foreign keys on, and a session that writes takes the write lock when it begins, so that it never fails half way on a stale read.
MariaDB: READ COMMITTED, strict mode, utf8mb4, times in UTC.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from kit.adapters.embedded.sqlite import check_version, make_private_file, path_of
from kit.clock import Clock
from kit.errors import BackendUnavailable, ConfigError
from kit.settings import Settings

VARIABLE = "CATCHMENT_DATABASE_URL"
BUSY_SECONDS = 10.0
CONNECT_SECONDS = 5
READ_SECONDS = 60
POOL_RECYCLE_SECONDS = 1800
# The first ones with SKIP LOCKED.
OLDEST_MARIADB, OLDEST_MYSQL = (10, 6), (8, 0)
READ_ONLY = {"catchment_read_only": True}
_DENIED = (1044, 1045, 1049, 1698)
_STRICT = "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION"


def engine(url: str, settings: Settings, clock: Clock) -> Engine:
    """An engine whose database answers. On SQLite pass `execution_options(**READ_ONLY)` to read without the write lock.

    Raises ConfigError (wrong URL, name or password) or BackendUnavailable (no answer); neither repeats the password.
    """
    built = _sqlite(url) if url.startswith("sqlite:") else _mariadb(url)
    try:
        with built.connect() as connection:
            connection.exec_driver_sql("SELECT 1")
            _check_version(connection)
    except SQLAlchemyError as error:
        built.dispose()
        raise _explained(error, built.url) from error
    except ConfigError:
        built.dispose()
        raise
    return built


def _sqlite(url: str) -> Engine:
    path = path_of(url, VARIABLE)
    check_version(VARIABLE)
    make_private_file(path, VARIABLE)
    # Built from the path, not parsed: a folder may hold characters that mean something in a URL.
    built = create_engine(
        URL.create("sqlite+pysqlite", database=str(path)),
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        pool_size=10,
        max_overflow=30,
    )
    event.listen(built, "connect", _prepare_sqlite)
    event.listen(built, "begin", _begin_sqlite)
    return built


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # Transactions are begun by `_begin_sqlite`, not by the driver, which begins too late and never for reads.
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "temp_store = MEMORY"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    read_only = connection.get_execution_options().get("catchment_read_only", False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


def _mariadb(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise ConfigError(f"{VARIABLE}: expected mysql+pymysql://user:password@host:port/name") from error
    if not parsed.database or not parsed.host:
        raise ConfigError(f"{VARIABLE}: names no host or no database; expected mysql+pymysql://user:password@host/name")
    return create_engine(
        parsed.update_query_dict({"charset": "utf8mb4"}),
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        pool_recycle=POOL_RECYCLE_SECONDS,
        pool_size=10,
        max_overflow=30,
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "read_timeout": READ_SECONDS,
            "write_timeout": READ_SECONDS,
            "init_command": f"SET time_zone = '+00:00', sql_mode = '{_STRICT}'",
        },
    )


def _check_version(connection: Connection) -> None:
    dialect: Any = connection.dialect
    if dialect.name == "sqlite":
        return
    name, oldest = ("MariaDB", OLDEST_MARIADB) if dialect.is_mariadb else ("MySQL", OLDEST_MYSQL)
    found = tuple(part for part in dialect.server_version_info if isinstance(part, int))
    if found < oldest:
        shown, wanted = (".".join(map(str, version[:2])) for version in (found, oldest))
        raise ConfigError(f"{VARIABLE}: the server is {name} {shown}; {wanted} or newer is needed")


def _explained(error: SQLAlchemyError, url: URL) -> ConfigError | BackendUnavailable:
    cause: Any = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.DatabaseError):
        if getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_NOTADB:
            return ConfigError(f"{VARIABLE}: {url.database} is not a SQLite database")
        return BackendUnavailable(f"{VARIABLE}: {url.database}: {cause}")
    code = cause.args[0] if cause.args and isinstance(cause.args[0], int) else 0
    where = f"{url.host}:{url.port or 3306}"
    if code in _DENIED:
        return ConfigError(f"{VARIABLE}: {where} refused user {url.username!r} or database {url.database!r} ({code})")
    return BackendUnavailable(f"{VARIABLE}: no answer from {where} ({type(cause).__name__} {code})")
