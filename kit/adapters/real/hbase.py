"""The archive on HBase through its Thrift server. A cell's timestamp is its version, so that writing again changes nothing.

A row deleted from tables that were not made by provisioning through Thrift 2 hides the same and older versions of itself, should
they be written again, until HBase compacts the table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from kit.adapters.cells import check_table, checked, is_text
from kit.adapters.real.hbase_address import VARIABLE, Address, parse
from kit.adapters.real.hbase_pool import Pool
from kit.adapters.real.hbase_tables import FAMILIES
from kit.clock import Clock
from kit.errors import ConfigError, InvalidInput
from kit.ports.archive import TABLES, Row, Table
from kit.settings import Settings

MAX_BATCH_BYTES = 4_000_000
MAX_BATCH_ROWS = 200
WRITERS = 4
SCAN_ROWS = 100
Puts = list[tuple[str, int, dict[bytes, bytes]]]


def open_archive(url: str, settings: Settings, clock: Clock) -> HBaseArchive:
    """The archive behind the Thrift server of an `hbase://` URL. Raises ConfigError (wrong URL, missing tables) or BackendUnavailable."""
    address = parse(url)
    pool = Pool(address, clock)
    there = pool.run(lambda connection: {name.decode() for name in connection.tables()})
    if missing := [address.table(name) for name in TABLES if name not in there]:
        pool.close()
        raise ConfigError(
            f"{VARIABLE}: {address.shown} lacks the tables {', '.join(missing)}; run `catchment provision`"
        )
    return HBaseArchive(pool, address)


class HBaseArchive:
    def __init__(self, pool: Pool, address: Address) -> None:
        self._pool, self._address = pool, address
        # One version is one request, and each waits for the disk: several wait together.
        self._writers = ThreadPoolExecutor(WRITERS, "hbase-put")

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Rows of one version travel together. A batch that broke half way is sent again as a whole."""
        check_table(table)
        puts = [_put(table, row) for row in rows]
        batches = list(_batches(puts))
        sent = self._writers.map(lambda batch: self._pool.run(partial(_send, table, *batch)), batches)
        # Reading the results raises the first error.
        assert len(list(sent)) == len(batches)

    def get(
        self, table: Table, keys: Sequence[str], *, columns: Sequence[str] | None = None
    ) -> list[dict[str, bytes] | None]:
        check_table(table)
        wanted = [key.encode() for key in dict.fromkeys(keys) if key and is_text(key)]
        names = _columns(table, columns)
        found: dict[str, dict[str, bytes]] = {}
        for start in range(0, len(wanted) if names != [] else 0, MAX_BATCH_ROWS):
            part = wanted[start : start + MAX_BATCH_ROWS]
            rows = self._pool.run(partial(_rows, table, part, names))
            found |= {key.decode(): _cells(cells) for key, cells in rows}
        return [dict(found[key]) if found.get(key) else None for key in keys]

    def scan(
        self, table: Table, *, start: str = "", stop: str = "", limit: int = 1000
    ) -> Iterator[tuple[str, dict[str, bytes]]]:
        # Page by page, so that a slow reader holds neither a connection nor a scanner's lease.
        check_table(table)
        while limit > 0:
            size = min(limit, SCAN_ROWS)
            page = self._page(table, start.encode(), stop.encode(), size)
            yield from page
            if len(page) < size:
                return
            limit -= len(page)
            start = page[-1][0] + "\0"

    def delete(self, table: Table, keys: Sequence[str]) -> None:
        check_table(table)
        wanted = [key.encode() for key in dict.fromkeys(keys) if key and is_text(key)]
        for start in range(0, len(wanted), MAX_BATCH_ROWS):
            part = wanted[start : start + MAX_BATCH_ROWS]
            self._pool.run(partial(_delete, table, part))

    def close(self) -> None:
        self._writers.shutdown()
        self._pool.close()

    def _page(self, table: Table, start: bytes, stop: bytes, limit: int) -> list[tuple[str, dict[str, bytes]]]:
        def read(connection: Any) -> list[tuple[bytes, Mapping[bytes, bytes]]]:
            found = connection.table(table).scan(row_start=start, row_stop=stop or None, limit=limit, batch_size=limit)
            return list(found)

        return [(key.decode(), _cells(cells)) for key, cells in self._pool.run(read)]


def _put(table: Table, row: Row) -> tuple[str, int, dict[bytes, bytes]]:
    cells = {name.encode(): value for name, _, value in checked(row)}
    if unknown := sorted({name.partition(":")[0] for name in row.cells} - set(FAMILIES[table])):
        raise InvalidInput(f"table {table} has no families {', '.join(unknown)}", field="cells")
    return row.key, row.version, cells


def _batches(puts: Puts) -> Iterator[tuple[int, Puts]]:
    """Puts of one version each (Thrift stamps a request as a whole), bounded in rows and bytes."""
    by_version: dict[int, Puts] = defaultdict(list)
    for put in puts:
        if put[2]:
            by_version[put[1]].append(put)
    for version, group in by_version.items():
        batch, size = Puts(), 0
        for put in group:
            weight = sum(map(len, put[2].values()))
            if batch and (size + weight > MAX_BATCH_BYTES or len(batch) >= MAX_BATCH_ROWS):
                yield version, batch
                batch, size = Puts(), 0
            batch.append(put)
            size += weight
        yield version, batch


def _send(table: Table, version: int, puts: Puts, connection: Any) -> None:
    batch = connection.table(table).batch(timestamp=version)
    for key, _, cells in puts:
        batch.put(key.encode(), cells)
    batch.send()


def _rows(table: Table, keys: list[bytes], columns: list[bytes] | None, connection: Any) -> Any:
    return connection.table(table).rows(keys, columns)


def _delete(name: Table, keys: list[bytes], connection: Any) -> None:
    table = connection.table(name)
    # A delete reaches cells up to its own timestamp; without one it would miss versions of the future.
    for key, cells in table.rows(keys, include_timestamp=True):
        table.delete(key, timestamp=max(version for _, version in cells.values()))


def _columns(table: Table, columns: Sequence[str] | None) -> list[bytes] | None:
    """As Thrift wants them: a whole family without its colon; families that the table does not have find nothing."""
    if columns is None:
        return None
    known = [column for column in columns if column.partition(":")[0] in FAMILIES[table] and is_text(column)]
    return [column.removesuffix(":").encode() for column in known]


def _cells(cells: Mapping[bytes, bytes]) -> dict[str, bytes]:
    return {name.decode(): value for name, value in sorted(cells.items())}
