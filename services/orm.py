"""What all tables share: base class, column types that behave alike on SQLite and MariaDB, small query helpers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, MetaData, String, Table
from sqlalchemy.dialects import mysql, sqlite
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.sql.dml import Insert
from sqlalchemy.types import TypeDecorator, TypeEngine

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
MYSQL = {"mysql_charset": "utf8mb4", "mysql_collate": "utf8mb4_bin", "mysql_engine": "InnoDB"}
BigId = BigInteger().with_variant(Integer, "sqlite")
NEVER = datetime(9999, 12, 31, tzinfo=UTC)
_LABEL_EDGE = "|"


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMING)


class UtcDateTime(TypeDecorator[datetime]):
    """Aware datetimes in Python, UTC without zone in the database, milliseconds kept. Refuses naive values."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(mysql.DATETIME(fsp=3) if dialect.name == "mysql" else DateTime())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"naive datetime {value.isoformat()}: give it a time zone")
        moment = value.astimezone(UTC).replace(tzinfo=None)
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class UtcOrNever(UtcDateTime):
    """As UtcDateTime, with None stored as the year 9999, so that "never" sorts last and an index finds what is due without NULLs."""

    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return super().process_bind_param(NEVER if value is None else value, dialect)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        moment = super().process_result_value(value, dialect)
        return None if moment == NEVER else moment


class LabelSet(TypeDecorator[tuple[str, ...]]):
    """A sorted set of labels in one string, `|a|b|`, so that one LIKE finds a label on every database."""

    impl = String(1000)
    cache_ok = True

    def process_bind_param(self, value: Iterable[str] | None, dialect: Dialect) -> str:
        labels = sorted(set(value or ()))
        return _LABEL_EDGE + "".join(label + _LABEL_EDGE for label in labels) if labels else ""

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...]:
        return tuple(label for label in (value or "").split(_LABEL_EDGE) if label)


def insert_new(table: Table, dialect: str) -> Insert:
    """An INSERT that leaves rows alone whose primary key exists already."""
    if dialect == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    key = table.primary_key.columns[0]
    return mysql.insert(table).on_duplicate_key_update({key.name: key})
