"""What every archive checks before it writes or reads: tables, row keys, names of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kit.errors import InvalidInput
from kit.ports.archive import TABLES, Row


def check_table(table: str) -> None:
    if table not in TABLES:
        raise InvalidInput(f"unknown table {table!r}; expected one of {', '.join(TABLES)}", field="table")


def checked(row: Row) -> Iterator[tuple[str, int, bytes]]:
    """Name, version and value of each cell. Raises InvalidInput for a key or a name that no archive can hold."""
    if not row.key or not is_text(row.key):
        raise InvalidInput(f"row key {row.key[:80]!r} must be valid Unicode and not empty", field="key")
    for name, value in row.cells.items():
        if not 0 < name.find(":") < len(name) - 1 or not is_text(name):
            raise InvalidInput(f"cell {name[:80]!r} of row {row.key[:80]!r} must be named family:column", field="cells")
        yield name, row.version, value


def selected(cells: dict[str, bytes], columns: Sequence[str] | None) -> dict[str, bytes]:
    """The cells that `columns` name, in full or by their family ("info:"); all of them for None."""
    if columns is None:
        return cells
    return {name: value for name, value in cells.items() if any(_selects(column, name) for column in columns)}


def is_text(value: str) -> bool:
    """False for lone surrogates, which have no UTF-8."""
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _selects(column: str, name: str) -> bool:
    return name.startswith(column) if column.endswith(":") else name == column
