"""RowReader on a real MariaDB."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Engine, create_engine, text

from kit.adapters.rows_sql import SqlRows
from kit.contracts.rows import RowPlace, RowQuery
from kit.errors import ConfigError
from tests.contract.rows_suite import RowsSuite, rows_of
from tests.stack.mariadb import MariaDb

pytestmark = pytest.mark.stack
TABLE = "articles"


@dataclass
class ForeignTable:
    place: RowPlace
    reader: SqlRows
    engine: Engine
    key: str = "id"

    def fill(self, rows: Sequence[dict[str, Any]]) -> None:
        with self.engine.begin() as connection:
            connection.execute(text(f"DROP TABLE IF EXISTS {TABLE}"))
            columns = "id BIGINT PRIMARY KEY, update_time DATETIME(6) NULL, title VARCHAR(200), body MEDIUMTEXT, INDEX (update_time, id)"
            connection.execute(text(f"CREATE TABLE {TABLE} ({columns}) CHARACTER SET utf8mb4"))
            if rows:
                connection.execute(text(f"INSERT INTO {TABLE} VALUES (:id, :update_time, :title, :body)"), list(rows))


def place_of(url: str, name: str = TABLE) -> RowPlace:
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 3306
    return RowPlace(host, "db.example", port, parts.path.strip("/"), name, parts.username or "", parts.password or "")


@pytest.fixture
def foreign(mariadb: MariaDb) -> Iterator[ForeignTable]:
    url = mariadb.database("foreign")
    reader, engine = SqlRows(), create_engine(url)
    yield ForeignTable(place_of(url), reader, engine)
    reader.close()
    engine.dispose()


class TestRowsOnMariaDb(RowsSuite):
    def test_what_an_operator_must_change_is_named(self, foreign: ForeignTable) -> None:
        foreign.fill([])
        for place, query, said in (
            (replace(foreign.place, name="nowhere"), RowQuery("update_time", "id"), "nowhere"),
            (foreign.place, RowQuery("changed_at", "id"), "changed_at"),
            (replace(foreign.place, database="absent"), RowQuery("update_time", "id"), "absent"),
        ):
            with pytest.raises(ConfigError, match=said):
                foreign.reader.read(place, query)

    def test_names_are_names_and_never_statements(self, foreign: ForeignTable) -> None:
        foreign.fill(rows_of(1))
        for query in (RowQuery("id`; DROP TABLE articles; --", "id"), RowQuery("id", "1 OR 1=1")):
            with pytest.raises(ConfigError):
                foreign.reader.read(foreign.place, query)
        with pytest.raises(ConfigError):
            foreign.reader.read(replace(foreign.place, name="articles; DROP TABLE articles"), RowQuery("id", "id"))
        assert len(foreign.reader.read(foreign.place, RowQuery("id", "id")).rows) == 1

    def test_a_session_cannot_write(self, foreign: ForeignTable) -> None:
        foreign.fill(rows_of(1))
        foreign.reader.read(foreign.place, RowQuery("id", "id"))
        engine = foreign.reader._engine(foreign.place)
        with engine.connect() as connection, pytest.raises(Exception, match="READ ONLY"):
            connection.execute(text(f"DELETE FROM {TABLE}"))

    def test_columns_of_every_type_come_as_json_values(self, foreign: ForeignTable) -> None:
        columns = "id INT, update_time TIMESTAMP(3), d DECIMAL(30,10), f DOUBLE, b VARBINARY(9), t TIME, day DATE, j JSON, y BIT(3), n INT"
        values = "1, '2026-02-04 12:00:00.5', 12345678901234567890.5, 0.5, X'FF00', '25:01:02', '2026-02-04', '{\"a\": 1}', b'101', NULL"
        with foreign.engine.begin() as connection:
            connection.execute(text(f"DROP TABLE IF EXISTS {TABLE}"))
            connection.execute(text(f"CREATE TABLE {TABLE} ({columns})"))
            connection.exec_driver_sql(f"INSERT INTO {TABLE} VALUES ({values})")
        (row,) = foreign.reader.read(foreign.place, RowQuery("update_time", "id")).rows
        assert row["d"] == "12345678901234567890.5000000000"
        assert (row["f"], row["b"], row["day"], row["n"]) == (0.5, "ff00", "2026-02-04", None)
        assert row["t"] == "1 day, 1:01:02"
        assert row["j"] == '{"a": 1}'
