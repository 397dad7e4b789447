"""The job on a real Spark and a real Kafka."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cleaner.local.run import GROUP
from cleaner.spark.job import run
from cleaner.spark.lease import LEASE_NAME, HadoopFile
from cleaner.spark.options import SparkOptions
from cleaner.spark.owner import local_owner
from kit.contracts.document import Document
from kit.errors import ConfigError, Conflict, PermanentError, PoisonError
from kit.ports.log import DOCUMENT_TOPICS
from tests.cleaner.spark import golden
from tests.cleaner.spark.opener import FLAKY, PLAIN
from tests.cleaner.spark.stream import SparkStage, cleaned_locally, wait_until, without_versions
from tests.cleaner.stage import Stage, document
from tests.shared_data import CHECKOUT as ROOT
from tests.stack.child import Child

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


def test_a_backend_that_is_away_for_a_moment_changes_nothing(
    make_stage: Make, spark: SparkSession, tmp_path: Path
) -> None:
    stage = make_stage()
    stage.send_to("collect.web", [document(n % 8, at=n, url=f"http://site{n % 11}.example/") for n in range(24)])
    stage.clean_by_spark(spark, opener=FLAKY)
    assert sorted(path.name for path in stage.settings.data_dir.glob("failed-*")) == [
        f"failed-{table}" for table in ("band", "doc", "page", "sight")
    ]
    local = cleaned_locally(tmp_path / "local", stage.batches(24), {})
    assert without_versions(stage) == without_versions(local)
    assert len(stage.documents()) == 8
    local.close()


def test_what_is_no_document_goes_to_the_dead_topic_and_too_much_of_it_stops_the_job(
    make_stage: Make, spark: SparkSession
) -> None:
    stage = make_stage()
    stage.send_to("collect.web", [b"junk", document(1), b'{"taskId": 5}'])
    stage.clean_by_spark(spark)
    dead = stage.read(["collect.dead"], 2)
    assert {message.value for message in dead} == {b"junk", b'{"taskId": 5}'}
    assert all(message.headers["reason"].startswith("no document") for message in dead)
    assert all(message.headers["topic"] == "collect.web" for message in dead)
    stage.send_to("collect.app", [b"junk"] * 51)
    with pytest.raises(PoisonError, match="51 messages in a row"):
        stage.clean_by_spark(spark)
    assert stage.backends.log.depth(["collect.dead"], "nobody") == 2
    assert [event.stage for event in stage.events_of(1)] == ["cleaned", "indexed"]


def test_told_to_stop_the_job_finishes_its_batch_and_notes_its_place(make_stage: Make, spark: SparkSession) -> None:
    stage, stop = make_stage(), threading.Event()
    thread = threading.Thread(target=stage.stream(spark, stop=stop).run)
    thread.start()
    stage.send_to("collect.web", [document(n, at=n) for n in range(20)])
    wait_until(lambda: bool(stage.documents()))
    stop.set()
    thread.join(60)
    assert not thread.is_alive()
    assert len(stage.documents()) == 20
    assert stage.backends.log.depth(DOCUMENT_TOPICS, GROUP) == 0
    assert stage.names("commits") == stage.names("offsets")


def test_messages_that_kafka_dropped_unread_stop_the_job(make_stage: Make, spark: SparkSession) -> None:
    stage = make_stage()
    stage.send_to("collect.web", [document(n) for n in range(10)])
    stage.clean_by_spark(spark)
    stage.send_to("collect.web", [document(n, at=60) for n in range(10)])
    stage.drop_messages("collect.web")
    with pytest.raises(
        PermanentError, match="no longer holds messages that were not cleaned yet, and none were skipped"
    ):
        stage.clean_by_spark(spark)


def test_a_killed_driver_loses_nothing_and_doubles_nothing(
    make_stage: Make, spark: SparkSession, spark_conf: dict[str, str], tmp_path: Path
) -> None:
    stage = make_stage(clean_batch=10)
    stream: list[Document | bytes] = [document(n % 40, at=n, url=f"http://site{n % 60}.example/") for n in range(120)]
    # Each text in one topic, so that any cut into batches keeps the order of its sightings.
    stage.send_to("collect.web", [one for n, one in enumerate(stream) if n % 2])
    stage.send_to("collect.social", [one for n, one in enumerate(stream) if not n % 2])
    _killed_while_it_writes(stage, json.dumps(spark_conf))
    assert len(list(stage.backends.archive.scan("doc"))) > 0, "it was killed before it wrote anything"
    with local_owner(stage.checkpoint):
        stage.clean_by_spark(spark, batch_messages=50)
    local = cleaned_locally(tmp_path / "local", [stage.read(DOCUMENT_TOPICS, len(stream))], {})
    assert without_versions(stage) == without_versions(local)
    assert len(stage.documents()) == 40
    local.close()


def _killed_while_it_writes(stage: SparkStage, conf: str) -> None:
    script = Path(__file__).with_name("spark_child.py")
    arguments = [str(stage.settings.data_dir), stage.settings.log_url, str(stage.checkpoint), conf]
    folder = stage.settings.data_dir
    child = Child("driver", [sys.executable, str(script), *arguments], folder, environment={"PYTHONPATH": str(ROOT)})
    try:
        # The second page write: in the first batch or after it, with more to come in either case.
        child.wait_until(lambda: _size(folder / "writing") >= 2, seconds=120)
        os.kill(child.pid, signal.SIGKILL)
    finally:
        child.kill()


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def test_the_lease_is_a_file_on_any_file_system_that_hadoop_knows(spark: SparkSession, tmp_path: Path) -> None:
    file = HadoopFile(spark, f"file://{tmp_path}/checkpoint")
    assert file.read() == ""
    assert file.create("me:1 5")
    assert not file.create("other:2 6")
    file.write("me:1 7")
    assert file.read() == "me:1 7"
    assert (tmp_path / "checkpoint" / LEASE_NAME).read_text() == "me:1 7"
    file.remove()
    assert file.read() == ""


def test_a_second_job_on_the_same_checkpoint_is_refused_in_one_sentence(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    settings = stage.settings.model_copy(update={"log_url": "kafka://127.0.0.1:9092"})
    options = SparkOptions(str(tmp_path / "checkpoint"))
    with local_owner(tmp_path / "checkpoint"), pytest.raises(Conflict, match=r"running job \(.+:\d+\): stop that one"):
        run(stage.ports, settings, stage.clock, stage.stop, options, PLAIN)
    stage.close()


def test_the_embedded_log_is_refused_before_spark_starts(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    with pytest.raises(ConfigError, match="CATCHMENT_LOG_URL: the Spark engine reads kafka://"):
        run(stage.ports, stage.settings, stage.clock, stage.stop, SparkOptions(str(tmp_path)), PLAIN)
    stage.close()
