"""URLs, documents and months of the Elasticsearch index, without a server."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from kit.adapters.real.elasticsearch_address import parse
from kit.adapters.real.elasticsearch_document import decode, encode, encode_plain, month_of
from kit.adapters.real.elasticsearch_mapping import ANALYZERS, COMPUTED, LONGEST_KEYWORD, PLAIN, mapping
from kit.adapters.real.elasticsearch_months import neighbours
from kit.contracts.stored import IndexDocument
from kit.errors import ConfigError
from tests.contract.index_helpers import document


def test_nodes_prefix_and_credentials_are_read() -> None:
    address = parse("elasticsearch+https://me:p%40ss@a:9200,b:9200/team?ca=/ca.pem")
    assert (address.servers, address.alias("review")) == ("a:9200,b:9200", "team-review")
    assert address.options == {
        "hosts": ["https://a:9200", "https://b:9200"], "basic_auth": ("me", "p@ss"), "ca_certs": "/ca.pem",
    }  # fmt: skip
    assert "p@ss" not in repr(address)


@pytest.mark.parametrize(
    "url",
    [
        "elasticsearch+http://",
        "elasticsearch+http://host",
        "elasticsearch+http://a:9200/Upper",
        "elasticsearch+http://a:9200/a/b",
        "elasticsearch+http://me:secret@a:9200?api_key=secret",
        "elasticsearch+http://me:secret@a:9200?other=1",
    ],
)
def test_a_wrong_url_names_the_variable_and_no_secret(url: str) -> None:
    with pytest.raises(ConfigError, match="^CATCHMENT_INDEX_URL: ") as caught:
        parse(url)
    assert "secret" not in str(caught.value)


def test_every_field_of_a_document_is_mapped_and_no_keyword_is_too_long_for_lucene() -> None:
    body = mapping(ANALYZERS[0])
    names = {field.encode_name for field in msgspec.structs.fields(IndexDocument)}
    assert set(body["properties"]) == names | {*COMPUTED, PLAIN}
    assert body["dynamic"] == "strict"
    assert body["properties"]["title"]["fields"]["raw"]["ignore_above"] == LONGEST_KEYWORD == 32766 // 4


@pytest.mark.parametrize("encoder", [encode, encode_plain])
def test_a_document_survives_both_ways_of_sending(encoder: Callable[[IndexDocument], bytes]) -> None:
    full = document("d", "标题", "正文", authors=("张三",), publish_time="2026-10-01")
    source = {name: value for name, value in msgspec.json.decode(encoder(full)).items() if name not in COMPUTED}
    assert decode(source) == full


def test_a_tombstone_keeps_no_text() -> None:
    sent = msgspec.json.decode(encode(document("d", "标题", "正文", authors=("a",), deleted=True)))
    assert (sent["title"], sent["content"], sent["deleted"]) == ("", "", True)
    assert not {"authors", "grams"} & set(sent)


@pytest.mark.parametrize(
    ("collect_time", "version", "month"),
    [
        ("2026-11-30T23:30:00+00:00", 1, "2026.11"),
        ("2026-12-01T07:30:00+08:00", 1, "2026.11"),
        ("", 1_796_000_000_000, "2026.11"),
        ("never", 2**62, "1970.01"),
    ],
)
def test_the_month_is_that_of_collection_in_utc(collect_time: str, version: int, month: str) -> None:
    assert month_of(document("d", collect_time=collect_time, version=version)) == month


def test_neighbours_go_over_the_end_of_a_year() -> None:
    assert neighbours("2026.12") == ("2026.11", "2026.12", "2027.01")
    assert neighbours("2027.01") == ("2026.12", "2027.01", "2027.02")
