"""Counting in the database: rows that exist grow, others begin."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from sqlalchemy import Table
from sqlalchemy.dialects import mysql, sqlite
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.sql.dml import Insert


def add_up(
    session: Session, model: type[DeclarativeBase], rows: Sequence[Mapping[str, Any]], growing: Collection[str]
) -> None:
    """Writes rows by primary key; of a row that exists, the columns `growing` grow by the new values."""
    if rows:
        table = cast("Table", model.__table__)
        statement = _statement(table, session.connection().dialect.name, growing)
        session.connection().execute(statement, [dict(row) for row in rows])


def put(session: Session, model: type[DeclarativeBase], rows: Sequence[Mapping[str, Any]]) -> None:
    """Writes rows by primary key, over those that exist."""
    if not rows:
        return
    table = cast("Table", model.__table__)
    others = [column.name for column in table.columns if not column.primary_key]
    if session.connection().dialect.name == "sqlite":
        lite = sqlite.insert(table)
        over = {name: lite.excluded[name] for name in others}
        statement: Insert = lite.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=over)
    else:
        maria = mysql.insert(table)
        statement = maria.on_duplicate_key_update({name: maria.inserted[name] for name in others})
    session.connection().execute(statement, [dict(row) for row in rows])


def _statement(table: Table, dialect: str, growing: Collection[str]) -> Insert:
    if dialect == "sqlite":
        lite = sqlite.insert(table)
        grown = {name: table.c[name] + lite.excluded[name] for name in growing}
        return lite.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=grown)
    maria = mysql.insert(table)
    return maria.on_duplicate_key_update({name: table.c[name] + maria.inserted[name] for name in growing})
