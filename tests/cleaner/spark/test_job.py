"""The job on a real Spark and a real Kafka."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cleaner.spark import golden
from tests.cleaner.spark.opener import FLAKY
from tests.cleaner.spark.stream import SparkStage, cleaned_locally

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]
Make = Callable[..., SparkStage]


def _filled(stage: SparkStage) -> int:
    for key, body in golden.OBJECTS.items():
        stage.backends.objects.put(key, body)
    total = 0
    for topic, messages, shared in golden.waves():
        stage.send_to(topic, messages, shared=shared)
        total += len(messages)
    return total


def test_spark_and_the_local_runner_write_the_same_rows_and_entries(
    make_stage: Make, spark: SparkSession, tmp_path: Path
) -> None:
    stage = make_stage()
    total = _filled(stage)
    stage.clean_by_spark(spark, batch_messages=60)
    batches = stage.batches(total)
    assert len(batches) >= 2
    assert sum(map(len, batches)) == total
    local = cleaned_locally(tmp_path / "local", batches, golden.OBJECTS)
    ours, theirs = stage.contents(), local.contents()
    for name, rows in theirs.items():
        assert ours[name] == rows, name
    assert any(one.duplicate_kind == "near" for one in local.documents())
    local.close()
