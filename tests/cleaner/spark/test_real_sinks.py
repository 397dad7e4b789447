"""The job from Kafka into HBase, Elasticsearch and S3, as it runs in an installation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kit.backends import Backends
from kit.settings import load
from tests.cleaner.spark import golden
from tests.cleaner.spark.stream import SparkStage, cleaned_locally
from tests.stack.elasticsearch import Elasticsearch
from tests.stack.hbase import HBase
from tests.stack.s3 import S3

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]


def test_spark_writes_to_the_real_servers_what_the_local_runner_writes_to_the_embedded_ones(
    make_stage: Callable[..., SparkStage],
    spark: SparkSession,
    elasticsearch: Elasticsearch,
    hbase: HBase,
    s3: S3,
    tmp_path: Path,
) -> None:
    urls = {
        "index_url": f"{elasticsearch.url}/spark",
        "archive_url": f"{hbase.url}&prefix=spark",
        "objects_url": s3.bucket("spark"),
        "archive_regions": 1,
    }
    servers = Backends(load(data_dir=tmp_path, **urls))
    for port in ("index", "archive"):
        servers.provision(port)
    servers.close()
    stage = make_stage(**urls)
    for key, body in golden.OBJECTS.items():
        stage.backends.objects.put(key, body)
    total = sum(len(messages) for _, messages, _ in golden.waves())
    for topic, messages, shared in golden.waves():
        stage.send_to(topic, messages, shared=shared)
    stage.clean_by_spark(spark)
    stage.backends.index.refresh()
    local = cleaned_locally(tmp_path / "local", stage.batches(total), golden.OBJECTS)
    ours, theirs = stage.contents(), local.contents()
    assert {name: ours[name] == rows for name, rows in theirs.items()} == dict.fromkeys(theirs, True)
    assert (len(stage.documents()), len(stage.documents("review"))) == (
        len(local.documents()),
        len(local.documents("review")),
    )
    local.close()
