"""All real servers behind one set of URLs, prepared and opened as `catchment provision` does it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.backends import Backends
from kit.ports.archive import Row
from kit.ports.index import Query
from kit.ports.log import Record
from kit.settings import load
from tests.contract.index_helpers import document, ids
from tests.stack.elasticsearch import Elasticsearch
from tests.stack.hbase import HBase
from tests.stack.kafka import Kafka
from tests.stack.s3 import S3

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]


def test_provisioned_servers_serve_every_port_and_can_be_provisioned_again(
    kafka: Kafka, elasticsearch: Elasticsearch, hbase: HBase, s3: S3, tmp_path: Path
) -> None:
    settings = load(
        data_dir=tmp_path / "data",
        log_url=f"{kafka.url}?prefix=all.",
        index_url=f"{elasticsearch.url}/all",
        archive_url=f"{hbase.url}&prefix=all",
        objects_url=s3.bucket("all"),
    )
    backends = Backends(settings)
    first = [line for port in ("log", "index", "archive", "objects") for line in backends.provision(port)]
    again = [line for port in ("log", "index", "archive", "objects") for line in backends.provision(port)]
    assert sum("created" in line for line in first) == 5 + 4
    assert not any("created" in line for line in again)
    backends.log.append([Record("collect.web", "k", b"v")], timeout_s=20)
    backends.index.upsert("documents", [document("d", "标题")])
    backends.index.refresh()
    backends.archive.put("doc", [Row("k", {"info:a": b"v"}, 1)])
    backends.objects.put("k", b"v")
    assert [m.value for m in backends.log.consumer(["collect.web"], "g").poll(max_records=1, timeout_s=30)] == [b"v"]
    assert ids(backends.index.search("documents", Query(text="标题"))) == ["d"]
    assert backends.archive.get("doc", ["k"]) == [{"info:a": b"v"}]
    assert backends.objects.get("k") == b"v"
    backends.close()


def test_passwords_in_urls_are_not_shown_with_the_settings() -> None:
    shown = load(log_url="kafka://me:hidden@a:9092", index_url="elasticsearch+http://me:hidden@a:9200").redacted()
    assert shown["log_url"] == "kafka://me:***@a:9092"
    assert "hidden" not in str(shown)
