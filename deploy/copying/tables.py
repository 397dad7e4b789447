"""The database, table by table in the order of their foreign keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Table, func, insert, select

from deploy.copying.proof import Proof, prove
from kit.errors import Conflict
from services import migrate
from services.models import Base

BATCH = 500


def copy(old: Engine, new: Engine) -> dict[str, Proof]:
    """Brings the new schema up to date and fills it. Raises Conflict when it holds rows already."""
    migrate.upgrade(new)
    with old.connect() as reader, new.connect() as writer:
        _must_be_empty(writer)
        for table in Base.metadata.sorted_tables:
            for rows in _batches(reader, table):
                writer.execute(insert(table), rows)
        writer.commit()
    return proofs(old)


def proofs(engine: Engine) -> dict[str, Proof]:
    with engine.connect() as reader:
        return {table.name: prove(map(_row, _rows(reader, table))) for table in Base.metadata.sorted_tables}


def _must_be_empty(writer: Connection) -> None:
    for table in Base.metadata.sorted_tables:
        if held := writer.execute(select(func.count()).select_from(table)).scalar():
            raise Conflict(
                f"the new database holds {held} rows in {table.name} already; copy into an empty one",
                existing=table.name,
            )


def _rows(reader: Connection, table: Table) -> Iterator[dict[str, Any]]:
    for row in reader.execution_options(yield_per=BATCH).execute(select(table)).mappings():
        yield dict(row)


def _batches(reader: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    for row in _rows(reader, table):
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _row(row: dict[str, Any]) -> bytes:
    return msgspec.json.encode(row, order="sorted")
