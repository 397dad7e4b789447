"""RowReader on MariaDB and MySQL: keyset paging, rows streamed from the server, read-only sessions."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final

import pymysql
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    Select,
    and_,
    column,
    create_engine,
    func,
    literal_column,
    or_,
    select,
    table,
)
from sqlalchemy.exc import SQLAlchemyError

from kit.adapters.row_values import json_value, size_of
from kit.contracts.rows import RowBatch, RowPlace, RowQuery, packed, unpacked
from kit.errors import BackendUnavailable, ConfigError

MAX_ENGINES: Final = 16
POOL_RECYCLE_SECONDS: Final = 60
_AT_CURSOR, _AT_KEY = "catchment_at_cursor", "catchment_at_key"
# Access denied, unknown database, table or column, not allowed.
_OPERATORS: Final = frozenset({1044, 1045, 1049, 1054, 1142, 1143, 1146, 1698})


class SqlRows:
    """Keeps one small pool for each of the places read lately."""

    def __init__(self) -> None:
        self._engines: OrderedDict[RowPlace, Engine] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, place: RowPlace, query: RowQuery) -> RowBatch:
        if not place.user:
            # The driver would log in as the user that this process runs as.
            raise ConfigError(f"{place.host}: enter user name and password as the source's credential")
        statement = _statement(place.name, query)
        try:
            with self._engine(place).connect() as connection:
                now = connection.scalar(select(func.current_timestamp(literal_column("6"))))
                return _batch(connection, statement, query, packed(now))
        except SQLAlchemyError as error:
            raise _explained(error, place) from error

    def close(self) -> None:
        with self._lock:
            while self._engines:
                self._engines.popitem()[1].dispose()

    def _engine(self, place: RowPlace) -> Engine:
        with self._lock:
            engine = self._engines.get(place) or _engine(place)
            self._engines[place] = engine
            self._engines.move_to_end(place)
            if len(self._engines) > MAX_ENGINES:
                self._engines.popitem(last=False)[1].dispose()
            return engine


def _engine(place: RowPlace) -> Engine:
    def connect() -> Any:
        return pymysql.connect(
            host=place.address,
            port=place.port,
            user=place.user,
            password=place.password,
            database=place.database,
            charset="utf8mb4",
            connect_timeout=max(1, round(place.seconds)),
            read_timeout=place.seconds,
            write_timeout=place.seconds,
            init_command="SET SESSION TRANSACTION READ ONLY",
        )

    return create_engine(
        "mysql+pymysql://",
        creator=connect,
        pool_size=1,
        max_overflow=3,
        pool_recycle=POOL_RECYCLE_SECONDS,
        hide_parameters=True,
    )


def _statement(name: str, query: RowQuery) -> Select[Any]:
    cursor: ColumnElement[Any] = column(query.cursor)
    key: ColumnElement[Any] = column(query.key)
    wanted = select(literal_column("*"), cursor.label(_AT_CURSOR), key.label(_AT_KEY)).select_from(table(name))
    wanted = wanted.where(cursor.is_not(None), *_bounds(cursor, key, query))
    return wanted.order_by(cursor, key).limit(query.limit)


def _bounds(cursor: ColumnElement[Any], key: ColumnElement[Any], query: RowQuery) -> list[ColumnElement[bool]]:
    if query.after is not None:
        at, behind = (unpacked(text) for text in query.after)
        # The first condition is for the index on the cursor column alone.
        return [cursor >= at, or_(cursor > at, and_(cursor == at, key > behind))]
    return [cursor >= unpacked(query.start)] if query.start else []


def _batch(connection: Connection, statement: Select[Any], query: RowQuery, now: str) -> RowBatch:
    rows: list[dict[str, Any]] = []
    at: list[tuple[str, str]] = []
    size = 0
    result = connection.execution_options(stream_results=True, max_row_buffer=100).execute(statement)
    try:
        for row in result:
            values = _values(row)
            at.append((packed(row[-2]), packed(row[-1])))
            rows.append(values)
            size += size_of(values)
            if size >= query.max_bytes:
                break
    finally:
        result.close()
    return RowBatch(tuple(rows), tuple(at), now, len(rows) == query.limit or size >= query.max_bytes)


def _values(row: Row[Any]) -> dict[str, Any]:
    pairs: Iterable[tuple[str, Any]] = zip(row._fields[:-2], row[:-2], strict=True)
    return {name: json_value(value) for name, value in pairs}


def _explained(error: SQLAlchemyError, place: RowPlace) -> ConfigError | BackendUnavailable:
    cause = getattr(error, "orig", None)
    code = cause.args[0] if cause is not None and cause.args else 0
    said = str(cause.args[1] if cause is not None and len(cause.args) > 1 else type(error).__name__)[:200]
    told = f"{place.host}:{place.port}/{place.database}: {said}"
    return ConfigError(told) if code in _OPERATORS else BackendUnavailable(told)
