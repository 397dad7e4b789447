"""What the Elasticsearch index does beside the contract: months, ageing, wrong addresses, a server that dies."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from kit.adapters.real.elasticsearch import ElasticsearchIndex, open_index
from kit.adapters.real.elasticsearch_address import parse
from kit.adapters.real.elasticsearch_provision import provision_index
from kit.clock import ManualClock, SystemClock
from kit.errors import BackendUnavailable, ConfigError
from kit.ports.index import Query
from kit.settings import Settings, load
from tests.contract.index_helpers import document, ids
from tests.stack.child import free_port
from tests.stack.elasticsearch import Elasticsearch

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]
_numbers = count()
OCTOBER, NOVEMBER = "2026-10-31T23:59:59+00:00", "2026-11-01T00:00:01+00:00"


@pytest.fixture
def url(elasticsearch: Elasticsearch, settings: Settings) -> str:
    made = f"{elasticsearch.url}/faults{next(_numbers)}"
    provision_index(made, settings, SystemClock())
    return made


@pytest.fixture
def index(url: str, settings: Settings) -> Iterator[ElasticsearchIndex]:
    opened = open_index(url, settings, SystemClock())
    yield opened
    opened.close()


def names(url: str) -> list[str]:
    address = parse(url)
    with address.connect() as client:
        found = client.indices.get(index=f"{address.prefix}-documents-*", features="aliases")
    return sorted(name.removeprefix(f"{address.prefix}-documents-") for name in found)


def test_a_newer_version_stays_in_the_month_of_the_first(
    url: str, index: ElasticsearchIndex, settings: Settings
) -> None:
    index.upsert("documents", [document("d", "first", collect_time=OCTOBER)])
    # Another process, which remembers nothing and reads before any refresh.
    other = open_index(url, settings, SystemClock())
    result = other.upsert("documents", [document("d", "second", version=2, collect_time=NOVEMBER)])
    other.upsert("documents", [document("e", "new", collect_time=NOVEMBER)])
    other.refresh()
    assert [item.status for item in result] == ["written"]
    assert names(url) == ["2026.10", "2026.11"]
    hits = other.search("documents", Query()).hits
    assert sorted((hit.document.id, hit.document.title) for hit in hits) == [("d", "second"), ("e", "new")]
    assert other.count("documents") == 2
    other.close()


def test_a_document_of_a_long_past_month_is_found_by_its_id(
    url: str, index: ElasticsearchIndex, settings: Settings
) -> None:
    index.upsert("documents", [document("d", "old", collect_time="2021-03-05T00:00:00Z")])
    index.refresh()
    other = open_index(url, settings, SystemClock())
    assert other.versions("documents", ["d"]) == [1]
    assert [held.title for held in other.get("documents", ["d"]) if held] == ["old"]
    assert [item.status for item in other.upsert("documents", [document("d", "old")])] == ["older"]
    assert names(url) == ["2021.03"]
    other.close()


def test_an_unprepared_server_is_named_with_the_command_that_prepares_it(
    elasticsearch: Elasticsearch, settings: Settings
) -> None:
    with pytest.raises(ConfigError, match=r"CATCHMENT_INDEX_URL: .*nobody; run `catchment provision`"):
        open_index(f"{elasticsearch.url}/nobody", settings, SystemClock())


def test_an_address_without_a_server_is_one_clear_sentence(settings: Settings) -> None:
    port = free_port()
    with pytest.raises(BackendUnavailable, match=rf"CATCHMENT_INDEX_URL: no answer from 127\.0\.0\.1:{port}"):
        open_index(f"elasticsearch+http://127.0.0.1:{port}", settings, SystemClock())


def test_provisioning_again_changes_nothing_and_says_so(
    url: str, index: ElasticsearchIndex, settings: Settings
) -> None:
    index.upsert("documents", [document("d", "words")])
    lines = provision_index(url, settings, SystemClock())
    assert ["0 months brought up" in line for line in lines] == [True, True]
    assert "ik_max_word" in lines[0]
    assert [held.title for held in index.get("documents", ["d"]) if held] == ["words"]


def test_a_field_that_is_not_mapped_is_refused(url: str, index: ElasticsearchIndex) -> None:
    index.upsert("documents", [document("d", "words")])
    address = parse(url)
    with address.connect() as client, pytest.raises(Exception, match="strict_dynamic_mapping_exception"):
        client.index(index=f"{address.prefix}-documents-2026.11", id="x", document={"unknown": 1})


def test_old_months_lose_replicas_and_older_ones_go(url: str, index: ElasticsearchIndex, settings: Settings) -> None:
    times = {"a": "2024-01-05T00:00:00Z", "b": "2026-05-05T00:00:00Z", "c": "2026-11-05T00:00:00Z"}
    index.upsert("documents", [document(key, "w", collect_time=at) for key, at in times.items()])
    limits = load(data_dir=settings.data_dir, index_replica_months=3, index_retention_months=24)
    clock = ManualClock(datetime(2026, 11, 30, tzinfo=UTC))
    ageing = open_index(url, limits, clock)
    rehearsed = ageing.age(dry_run=True)
    assert names(url) == ["2024.01", "2026.05", "2026.11"]
    assert ageing.age() == rehearsed
    assert [line.split(": ")[1].split(",")[0] for line in rehearsed] == ["deleted", "without replicas"]
    assert ageing.age() == []
    ageing.close()
    assert names(url) == ["2026.05", "2026.11"]
    index.refresh()
    assert sorted(ids(index.search("documents", Query()))) == ["b", "c"]


def test_what_was_confirmed_is_there_after_the_server_was_killed(
    elasticsearch: Elasticsearch, index: ElasticsearchIndex
) -> None:
    confirmed: list[str] = []
    for start in range(0, 60, 20):
        batch = [document(f"d{n}", f"title {n}") for n in range(start, start + 20)]
        confirmed += [item.id for item in index.upsert("documents", batch) if item.status == "written"]
    elasticsearch.kill()
    with pytest.raises(BackendUnavailable, match="CATCHMENT_INDEX_URL: no answer"):
        index.upsert("documents", [document("lost", "w")])
    elasticsearch.start()
    late = upsert_patiently(index)
    index.refresh()
    assert len(confirmed) == 60
    assert sorted(ids(index.search("documents", Query(limit=100)))) == sorted([*confirmed, late])


def test_without_ik_the_best_analyzer_there_is_serves(
    elasticsearch: Elasticsearch, tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = Elasticsearch(tmp_path, ik=False)
    plain.start()
    try:
        lines = provision_index(plain.url, settings, SystemClock())
        index = open_index(plain.url, settings, SystemClock())
        index.upsert("documents", [document("d", "香港国际夏季书展")])
        index.refresh()
        assert ids(index.search("documents", Query(text="际夏", sort="relevance"))) == ["d"]
        index.close()
    finally:
        plain.kill()
    assert "analyzer standard" in lines[0]
    assert "index_without_ik" in "".join(capsys.readouterr())


def upsert_patiently(index: ElasticsearchIndex) -> str:
    deadline = time.monotonic() + 90
    while True:
        try:
            assert index.upsert("documents", [document("late", "w")])[0].status == "written"
            return "late"
        except BackendUnavailable:
            if time.monotonic() > deadline:
                raise
            time.sleep(1)
