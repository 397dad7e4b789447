"""The cleaner role on Spark: a query from Kafka through the four steps, until told to stop."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from cleaner.local.ports import CleanerPorts
from cleaner.spark import faults, lease, owner
from cleaner.spark.batch import BatchRunner, Stopped
from cleaner.spark.care import Care
from cleaner.spark.options import SparkOptions
from cleaner.spark.place import GroupPlace
from cleaner.spark.session import session
from cleaner.spark.source import KafkaSource, kafka_source
from cleaner.spark.tools import Job
from kit import logs
from kit.clock import Clock
from kit.errors import PermanentError
from kit.settings import Settings

PACKAGES = ("kit", "cleaner")
_LOOK_S = 0.5
_GRACE_S = 120.0
_COMMIT_S = 5.0
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 60.0
log = logs.get(__name__)


def run(
    ports: CleanerPorts, settings: Settings, clock: Clock, stop: threading.Event, options: SparkOptions, opener: str
) -> None:
    """Cleans until `stop` is set, or with `catch_up` until all that was there is done.

    `opener`: see `tools.Job`; its top-level package is sent to the executors too. `ports` are the driver's own.
    Raises Conflict when another job owns the checkpoint, ConfigError, PoisonError after too many messages in a row that are no
    documents, PermanentError when Kafka has lost messages, BackendUnavailable when the query failed faults.MAX_FAILURES times.
    """
    source = kafka_source(settings.log_url)
    folder = owner.folder_of(options.checkpoint)
    packages = tuple(dict.fromkeys((*PACKAGES, opener.split(".")[0])))
    with _owned(folder), session(options, packages) as spark, _leased(folder, spark, options, clock, stop):
        Stream(spark, ports, settings, clock, stop, options, source, opener).run()


class Stream:
    """One query after the other, each from where the checkpoint stands. Batches are counted over all of them."""

    def __init__(
        self,
        spark: SparkSession,
        ports: CleanerPorts,
        settings: Settings,
        clock: Clock,
        stop: threading.Event,
        options: SparkOptions,
        source: KafkaSource,
        opener: str,
    ) -> None:
        self._spark, self._clock, self._stop, self._options, self._source = spark, clock, stop, options, source
        shipped = settings.model_copy(update={"data_dir": settings.data_dir.resolve()})
        self.batches = BatchRunner(spark, Job(opener, shipped, source.prefix), clock, stop)
        self._place = GroupPlace(spark, source)
        self._care = Care(ports, settings, clock, self.batches, self._place)

    def run(self) -> None:
        try:
            self._run()
        finally:
            self._place.close()

    def _run(self) -> None:
        failures, pause = 0, _FIRST_PAUSE_S
        while not self._stop.is_set():
            before = self.batches.batches
            error = self._query()
            if error is None:
                return
            failures = failures + 1 if self.batches.batches == before else 1
            faults.judge(error, failures)
            pause = _FIRST_PAUSE_S if failures == 1 else min(pause * 4, _LONGEST_PAUSE_S)
            self._stop.wait(pause)

    def _query(self) -> Exception | None:
        """What ended the query; None where it was told to end or had nothing left to do."""
        self.batches.error = None
        query = self._start()
        log.info("spark_query_started", checkpoint=self._options.checkpoint, query=str(query.id))
        while query.isActive and not self._stop.wait(_LOOK_S):
            self._care.take(query)
        if self._stop.is_set():
            self._end(query)
        failed = faults.cause(self.batches.error, query.exception())
        self._care.take(query, last=True)
        return None if self._stop.is_set() and (failed is None or isinstance(failed, Stopped)) else failed

    def _start(self) -> StreamingQuery:
        """Raises BackendUnavailable or PermanentError where Spark cannot even plan the query."""
        options = self._source.reader_options(self._options.batch_messages)
        stream = self._spark.readStream.format("kafka").options(**options).load()
        writer = stream.writeStream.foreachBatch(self.batches).option("checkpointLocation", self._options.checkpoint)
        if self._options.catch_up:
            writer = writer.trigger(availableNow=True)
        try:
            return writer.queryName("catchment-cleaner").start()
        except PySparkException as error:
            raise PermanentError(f"Spark cannot start the query: {faults.why(error)}") from error

    def _end(self, query: StreamingQuery) -> None:
        """Lets the running batch finish and be noted in the checkpoint; what is cut off all the same is done again later."""
        until = self._clock.monotonic() + _GRACE_S
        while query.isActive and self.batches.busy and self._clock.monotonic() < until:
            self._clock.sleep(0.05)
        until = self._clock.monotonic() + _COMMIT_S
        while query.isActive and not self._is_noted(query) and self._clock.monotonic() < until:
            self._clock.sleep(0.05)
        query.stop()

    def _is_noted(self, query: StreamingQuery) -> bool:
        progress = query.lastProgress
        return self.batches.last_id < 0 or (progress is not None and int(progress["batchId"]) >= self.batches.last_id)


def _owned(folder: Path | None) -> AbstractContextManager[None]:
    """Before Spark starts, which takes seconds."""
    return nullcontext() if folder is None else owner.local_owner(folder)


def _leased(
    folder: Path | None, spark: SparkSession, options: SparkOptions, clock: Clock, stop: threading.Event
) -> AbstractContextManager[None]:
    if folder is not None:
        return nullcontext()
    return lease.lease(lease.HadoopFile(spark, options.checkpoint), options.checkpoint, clock, stop)
