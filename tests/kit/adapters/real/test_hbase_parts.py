"""URLs and regions of the HBase archive, without a server."""

from __future__ import annotations

import pytest

from kit.adapters.real.hbase_address import parse
from kit.adapters.real.hbase_tables import split_keys
from kit.errors import ConfigError


def test_servers_and_options_are_read() -> None:
    address = parse("hbase://h:9090?prefix=team&transport=framed&protocol=compact&thrift2=[::1]:9091")
    assert (address.server, address.admin, address.table("doc")) == (("h", 9090), ("::1", 9091), "team_doc")
    assert address.options()["transport"] == "framed"
    assert parse("hbase://h:9090").admin is None


@pytest.mark.parametrize(
    "url",
    [
        "hbase://",
        "hbase://h",
        "hbase://h:x",
        "hbase://user:pw@h:1",
        "hbase://h:1/path",
        "hbase://h:1?other=1",
        "hbase://h:1?prefix=a-b",
        "hbase://h:1?transport=pigeon",
        "hbase://h:1?protocol=json",
        "hbase://h:1?thrift2=h",
    ],
)
def test_a_wrong_url_names_the_variable(url: str) -> None:
    with pytest.raises(ConfigError, match="^CATCHMENT_ARCHIVE_URL: "):
        parse(url)


def test_regions_divide_the_hex_keys_evenly() -> None:
    assert split_keys("doc", 4) == [b"4000", b"8000", b"c000"]
    assert split_keys("doc", 1) == []
    assert len(set(split_keys("page", 256))) == 255
    assert split_keys("band", 8) == []
