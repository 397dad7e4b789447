"""Creates the tables: compressed, one version a cell, split into regions along the hex digits that row keys begin with.

Tables with regions, and with deletes that hide only what was written before them, need the Thrift 2 service (`thrift2=host:port` in the URL).
Without it they are made by the first service, in one region that HBase splits as it grows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import happybase
import thriftpy2
from thriftpy2.rpc import make_client
from thriftpy2.thrift import TException

from kit.adapters.real.hbase_address import TIMEOUT_MS, VARIABLE, Address, Server, parse
from kit.adapters.real.hbase_pool import Pool, explain
from kit.clock import Clock
from kit.errors import BackendUnavailable
from kit.ports.archive import TABLES, Table
from kit.settings import Settings

FAMILIES: dict[Table, tuple[str, ...]] = {
    "doc": ("info", "raw"),
    "page": ("info",),
    "sight": ("info",),
    "band": ("info",),
}
# Bands begin with their period: they grow at the end whatever the regions.
SPLIT: tuple[Table, ...] = ("doc", "page", "sight")
_DEFINITION = Path(__file__).with_name("hbase_admin.thrift")


def provision_archive(url: str, settings: Settings, clock: Clock) -> list[str]:
    """Idempotent; one line each of what is there now. Raises ConfigError or BackendUnavailable."""
    address = parse(url)
    pool = Pool(address, clock)
    try:
        there = pool.run(lambda connection: {name.decode() for name in connection.tables()})
        missing: list[Table] = [table for table in TABLES if table not in there]
        made = _with_regions(address, missing, settings) if address.admin else _plain(pool, missing)
    finally:
        pool.close()
    return [f"table {address.table(table)}: {made if table in missing else 'there'}" for table in TABLES]


def split_keys(table: Table, regions: int) -> list[bytes]:
    """Row keys at which `regions` equal regions of a table begin, without the first."""
    if table not in SPLIT:
        return []
    return [f"{0x10000 * number // regions:04x}".encode() for number in range(1, regions)]


def _plain(pool: Pool, missing: list[Table]) -> str:
    for table in missing:
        pool.run(partial(_create, table))
    return "created in one region; name thrift2=host:port in the URL for several"


def _create(table: Table, connection: Any) -> None:
    options = {"max_versions": 1, "compression": "GZ", "bloom_filter_type": "ROW"}
    try:
        connection.create_table(table, {family: dict(options) for family in FAMILIES[table]})
    except happybase.hbase.ttypes.AlreadyExists:
        return


def _with_regions(address: Address, missing: list[Table], settings: Settings) -> str:
    assert address.admin is not None
    with _admin(address, address.admin) as (types, client):
        for table in missing:
            name = types.TTableName(qualifier=address.table(table).encode())
            if not client.tableExists(name):
                families = [_family(types, family) for family in FAMILIES[table]]
                description = types.TTableDescriptor(tableName=name, columns=families)
                client.createTable(description, split_keys(table, settings.archive_regions))
    return f"created, {settings.archive_regions} regions where keys are spread"


def _family(types: Any, name: str) -> Any:
    return types.TColumnFamilyDescriptor(
        name=name.encode(),
        # A delete hides what was written before it and nothing later, whatever the timestamps.
        attributes={b"NEW_VERSION_BEHAVIOR": b"true"},
        bloomnFilterType=types.TBloomFilterType.ROW,
        compressionType=types.TCompressionAlgorithm.GZ,
        maxVersions=1,
    )


@contextmanager
def _admin(address: Address, server: Server) -> Iterator[tuple[Any, Any]]:
    types = thriftpy2.load(str(_DEFINITION), module_name="hbase_admin_thrift")
    host, port = server
    try:
        client = make_client(types.THBaseService, host, port, timeout=TIMEOUT_MS * 4)
    except (TException, OSError) as error:
        raise BackendUnavailable(f"{VARIABLE}: no answer from thrift2={host}:{port}") from error
    try:
        yield types, client
    except (TException, OSError) as error:
        raise explain(error, address) from error
    finally:
        client.close()
