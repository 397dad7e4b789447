"""The database, table by table in the order of their foreign keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Engine, Table, insert, select

from deploy.copying.proof import digest
from kit.backends import Backends
from kit.chunks import chunks
from services.models import Base

BATCH = 500


class TableStore:
    def __init__(self, table: Table) -> None:
        self._table = table
        self.name = f"table {table.name}"

    def items(self, backends: Backends) -> Iterator[bytes]:
        return map(_row, self._rows(backends.database))

    def copy(self, old: Backends, new: Backends) -> None:
        """Rows that are there already, from a copy that was cut short, are passed over."""
        held = {digest(item) for item in self.items(new)}
        missing = (row for row in self._rows(old.database) if digest(_row(row)) not in held)
        with new.database.connect() as writer:
            for rows in chunks(missing, BATCH):
                writer.execute(insert(self._table), rows)
            writer.commit()

    def _rows(self, engine: Engine) -> Iterator[dict[str, Any]]:
        with engine.connect().execution_options(catchment_read_only=True) as reader:
            for row in reader.execution_options(yield_per=BATCH).execute(select(self._table)).mappings():
                yield dict(row)


def tables() -> list[TableStore]:
    return [TableStore(table) for table in Base.metadata.sorted_tables]


def _row(row: dict[str, Any]) -> bytes:
    return msgspec.json.encode(row, order="sorted")
