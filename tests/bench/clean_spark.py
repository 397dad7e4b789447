"""The Spark side of the cleaning measurement: the pure step in three ways, and the whole way from Kafka to archive and index."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pyarrow as pa
from pyspark.sql import SparkSession

from cleaner.local.run import Cleaner
from cleaner.spark import rows, steps
from cleaner.spark.options import SparkOptions
from cleaner.spark.session import session
from cleaner.spark.tools import Job
from kit.adapters.real.kafka_topics import provision_topics
from kit.chunks import chunks
from kit.clock import SystemClock
from kit.contracts.document import Document
from kit.ports.log import DOCUMENT_TOPICS
from kit.settings import load
from tests.cleaner.spark.opener import PLAIN, FixedDay
from tests.cleaner.spark.stream import SparkStage
from tests.stack import jars, jvm
from tests.stack.kafka import Kafka

CORES = 2
NEEDED = ("spark-sql-kafka", "spark-token-provider-kafka", "kafka-clients", "commons-pool2")
SEND = 500


@contextmanager
def opened() -> Iterator[SparkSession]:
    os.environ["JAVA_HOME"] = str(jvm.java_home(17, 21))
    paths = [str(path) for path in sorted(jars.fetch("spark-kafka").glob("*.jar")) if path.name.startswith(NEEDED)]
    options = SparkOptions("", f"local[{CORES}]", conf={"spark.jars": ",".join(paths)})
    with session(options, ()) as spark:
        yield spark


class Meter:
    """Processor time of Spark's Java and of its Python workers, which live on between jobs, from here on."""

    def __init__(self, spark: SparkSession) -> None:
        self._java = psutil.Process(spark.sparkContext._gateway.proc.pid)  # type: ignore[union-attr, unused-ignore]
        self._before = self._read()

    def speed(self, what: str, documents: int) -> float:
        """Documents a CPU second; the shares go to standard error."""
        java, python = (now - then for now, then in zip(self._read(), self._before, strict=True))
        print(f"{what}: {documents} documents, Java {java:.1f} s, Python {python:.1f} s", file=sys.stderr)
        return documents / (java + python)

    def _read(self) -> tuple[float, float]:
        workers = [process.cpu_times() for process in self._java.children(recursive=True)]
        own = self._java.cpu_times()
        return own.user + own.system, sum(one.user + one.system for one in workers)


def pure_step(spark: SparkSession, documents: Sequence[Document], folder: Path) -> dict[str, float]:
    """Documents a CPU second through the cleaning step alone, by way of calling Python."""
    job = Job(PLAIN, load(data_dir=folder), "")
    frame = spark.createDataFrame(table(documents)).repartition(2 * CORES).persist()
    frame.count()
    step = steps.clean_step(job)
    ways: dict[str, Callable[[], object]] = {
        "mapInArrow": lambda: _drain(frame.mapInArrow(step, rows.CLEANED)),
        "mapInPandas": lambda: _drain(frame.mapInPandas(_through_pandas(step), rows.CLEANED)),
        "RDD mapPartitions": lambda: frame.rdd.mapPartitions(_through_rows(step)).foreach(_nothing),
    }
    speeds = {}
    for way in ways.values():  # Java compiles what is used often
        way()
    for name, way in ways.items():
        meter = Meter(spark)
        way()
        speeds[name] = meter.speed(name, len(documents))
    frame.unpersist()
    return speeds


def whole_way(spark: SparkSession, documents: Sequence[Document], folder: Path) -> tuple[float, float]:
    """Documents a CPU second from Kafka to archive and index: (Spark, the local runner), each over the same messages."""
    (folder / "kafka").mkdir(parents=True)
    kafka = Kafka(folder / "kafka")
    kafka.start()
    try:
        return _by_spark(spark, kafka, documents, folder), _by_local(kafka, documents, folder)
    finally:
        kafka.stop()


def _by_spark(spark: SparkSession, kafka: Kafka, documents: Sequence[Document], folder: Path) -> float:
    stage = _stage(kafka, folder, "spark")
    warm = len(documents) // 4
    _send(stage, documents[:warm])
    stage.clean_by_spark(spark)
    _send(stage, documents[warm:])
    meter = Meter(spark)
    stage.clean_by_spark(spark)
    speed = meter.speed("Kafka to index", len(documents) - warm)
    _check(stage, len(documents))
    stage.close()
    return speed


def _by_local(kafka: Kafka, documents: Sequence[Document], folder: Path) -> float:
    stage = _stage(kafka, folder, "local")
    _send(stage, documents)
    consumer = stage.backends.log.consumer(DOCUMENT_TOPICS, "bench")
    cleaner = Cleaner(stage.ports, stage.settings, FixedDay(), threading.Event())
    warm = done = 0
    before = _own_cpu()
    while done < len(documents):
        done += cleaner.step(consumer)
        if not warm and done >= len(documents) // 4:
            warm, before = done, _own_cpu()
    spent = _own_cpu() - before
    consumer.close()
    _check(stage, len(documents))
    stage.close()
    return (done - warm) / spent


def _own_cpu() -> float:
    own = psutil.Process().cpu_times()
    return float(own.user + own.system)


def _stage(kafka: Kafka, folder: Path, name: str) -> SparkStage:
    url = f"{kafka.url}?prefix={name}."
    provision_topics(url, load(data_dir=folder / name), SystemClock())
    return SparkStage(folder / name, log_url=url)


def _send(stage: SparkStage, documents: Sequence[Document]) -> None:
    for start in range(0, len(documents), SEND):
        stage.send_to("collect.web", documents[start : start + SEND])


def _check(stage: SparkStage, expected: int) -> None:
    found = stage.backends.index.count("documents") + stage.backends.index.count("review")
    dropped = sum(
        1 for key, cells in stage.backends.archive.scan("doc", limit=10**9) if cells.get("info:severity") == b"drop"
    )
    assert found + dropped == expected, f"{found} documents shown and {dropped} dropped of {expected}"


def table(documents: Sequence[Document]) -> Any:
    """The documents as Kafka's rows."""
    names = ("topic", "partition", "offset", "timestamp", "key", "value", "headers")
    schema = pa.schema([rows.CLEANED_TYPE.field(name) for name in names])
    bodies = [
        {"topic": "collect.web", "partition": 0, "offset": n, "timestamp": n, "value": msgspec.json.encode(one)}
        for n, one in enumerate(documents)
    ]
    return pa.Table.from_pylist(bodies, schema=schema)


def _drain(frame: Any) -> None:
    frame.write.format("noop").mode("overwrite").save()


def _through_pandas(step: steps.Step) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def way(frames: Iterator[Any]) -> Iterator[Any]:
        for frame in frames:
            listed = [{**row, "headers": None} for row in frame.to_dict("records")]
            for batch in step(iter([rows.table(listed, rows.CLEANED_TYPE)])):
                yield batch.to_pandas()

    return way


def _through_rows(step: steps.Step) -> Callable[[Iterable[Any]], Iterable[Any]]:
    def way(found: Iterable[Any]) -> Iterator[Any]:
        for some in chunks((row.asDict() for row in found), 200):
            for batch in step(iter([rows.table(some, rows.CLEANED_TYPE)])):
                yield from batch.to_pylist()

    return way


def _nothing(_row: object) -> None:
    return None
