"""What the HBase archive does beside the contract: regions, broken connections, wrong addresses, servers that die."""

from __future__ import annotations

import time
from collections.abc import Iterator

import happybase
import pytest

from kit.adapters.real.hbase import HBaseArchive, open_archive
from kit.adapters.real.hbase_address import parse
from kit.adapters.real.hbase_tables import provision_archive, split_keys
from kit.clock import SystemClock
from kit.errors import BackendUnavailable, ConfigError, InvalidInput
from kit.ports.archive import Row
from kit.settings import Settings
from tests.contract.archive_suite import row
from tests.stack.child import free_port
from tests.stack.hbase import HBase

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]


@pytest.fixture
def url(hbase: HBase, settings: Settings) -> str:
    made = f"{hbase.url}&prefix=faults"
    provision_archive(made, settings, SystemClock())
    return made


@pytest.fixture
def archive(url: str, settings: Settings) -> Iterator[HBaseArchive]:
    opened = open_archive(url, settings, SystemClock())
    yield opened
    opened.close()


def test_tables_are_split_along_the_keys_and_provisioning_again_changes_nothing(
    url: str, hbase: HBase, settings: Settings
) -> None:
    connection = happybase.Connection(**parse(url).options())
    starts = [region["start_key"] for region in connection.table("doc").regions()]
    assert starts == [b"", *split_keys("doc", settings.archive_regions)]
    assert len(connection.table("band").regions()) == 1
    assert {line.split(": ")[1] for line in provision_archive(url, settings, SystemClock())} == {"there"}
    connection.close()


def test_without_thrift2_the_tables_have_one_region_and_the_line_says_how_to_get_more(
    hbase: HBase, settings: Settings
) -> None:
    url = f"{hbase.plain_url}?prefix=plain"
    assert all("thrift2=host:port" in line for line in provision_archive(url, settings, SystemClock()))
    archive = open_archive(url, settings, SystemClock())
    archive.put("doc", [row("k", 2, a=b"two"), row("k", 1, a=b"one")])
    assert archive.get("doc", ["k"]) == [{"info:a": b"two"}]
    archive.delete("doc", ["k"])
    archive.put("doc", [row("k", 3, a=b"three")])
    assert archive.get("doc", ["k"]) == [{"info:a": b"three"}]
    archive.close()


def test_a_deleted_row_can_be_written_again_with_the_same_version(archive: HBaseArchive) -> None:
    for _ in range(2):
        archive.put("doc", [row("again", 7, a=b"x")])
        assert archive.get("doc", ["again"]) == [{"info:a": b"x"}]
        archive.delete("doc", ["again"])
        assert archive.get("doc", ["again"]) == [None]


def test_missing_tables_are_named_with_the_command_that_makes_them(hbase: HBase, settings: Settings) -> None:
    with pytest.raises(ConfigError, match=r"CATCHMENT_ARCHIVE_URL: .*nobody_doc.*catchment provision"):
        open_archive(f"{hbase.plain_url}?prefix=nobody", settings, SystemClock())


def test_an_address_without_a_server_is_one_clear_sentence(settings: Settings) -> None:
    port = free_port()
    with pytest.raises(BackendUnavailable, match=rf"CATCHMENT_ARCHIVE_URL: no answer from 127\.0\.0\.1:{port}"):
        open_archive(f"hbase://127.0.0.1:{port}", settings, SystemClock())


def test_a_family_that_a_table_lacks_is_refused_before_anything_is_written(archive: HBaseArchive) -> None:
    with pytest.raises(InvalidInput, match="page has no families raw"):
        archive.put("page", [row("good", a=b"1"), Row("bad", {"raw:x": b""}, 1)])
    assert archive.get("page", ["good"]) == [None]
    assert archive.get("page", ["good"], columns=["raw:"]) == [None]


def test_a_connection_that_broke_is_replaced_without_an_error(hbase: HBase, archive: HBaseArchive) -> None:
    archive.put("doc", [row("before", a=b"1")])
    hbase.restart_thrift()
    archive.put("doc", [row("after", 5, a=b"2"), Row("after", {"raw:body": bytes(100_000)}, 5)])
    assert archive.get("doc", ["before"]) == [{"info:a": b"1"}]
    assert archive.get("doc", ["after"]) == [{"info:a": b"2", "raw:body": bytes(100_000)}]


def test_what_was_put_is_there_after_the_servers_were_killed(hbase: HBase, archive: HBaseArchive) -> None:
    rows = [row(f"kept{n:03}", 1000 + n, a=bytes([n]) * 1000) for n in range(100)]
    archive.put("sight", rows)
    hbase.kill()
    with pytest.raises(BackendUnavailable, match="CATCHMENT_ARCHIVE_URL: no answer"):
        archive.put("sight", rows)
    hbase.start()
    put_patiently(archive, row("late", a=b"x"))
    assert archive.get("sight", [item.key for item in rows]) == [dict(item.cells) for item in rows]
    assert len(list(archive.scan("sight"))) == 101


def put_patiently(archive: HBaseArchive, item: Row) -> None:
    deadline = time.monotonic() + 120
    while True:
        try:
            archive.put("sight", [item])
        except BackendUnavailable:
            if time.monotonic() > deadline:
                raise
            time.sleep(1)
        else:
            return
