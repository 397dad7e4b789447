"""A stage whose log is Kafka and whose cleaner is the Spark job; and the local runner fed with the same batches."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from confluent_kafka import TopicPartition
from confluent_kafka.admin import AdminClient
from msgspec import json as msgjson
from msgspec import structs

from cleaner.local.batch import BatchCleaner
from cleaner.local.ports import CleanerPorts
from kit.adapters.real.kafka_address import parse
from kit.backends import Backends
from kit.contracts.document import SHARED_HEADER, Document
from kit.contracts.event import CollectEvent
from kit.ports.log import DOCUMENT_TOPICS, PARTITIONS, Message, Record, Topic
from tests.cleaner.spark.opener import PLAIN, FixedDay
from tests.cleaner.stage import Stage

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from cleaner.spark.job import Stream as Job

READ_S = 20.0


class SparkStage(Stage):
    """`contents()` and the rest are the Stage's; `clean_by_spark` runs the job until the log is empty."""

    def __init__(self, folder: Path, **overrides: object) -> None:
        super().__init__(folder, **overrides)
        self.backends.close()
        self.backends = Backends(self.settings, FixedDay())
        own = self.backends
        self.ports = CleanerPorts(own.log, own.archive, own.index, own.objects)
        self.checkpoint = folder / "checkpoint"

    def send_to(self, topic: Topic, documents: Sequence[Document | bytes], *, shared: bool = False) -> None:
        headers = {SHARED_HEADER: "1"} if shared else {}
        records = []
        for number, one in enumerate(documents):
            body, key = (one, f"k{number}") if isinstance(one, bytes) else (msgjson.encode(one), one.content_hash)
            records.append(Record(topic, key, body, headers))
        self.backends.log.append(records, timeout_s=20)

    def clean_by_spark(self, spark: SparkSession, *, batch_messages: int = 10_000, opener: str = PLAIN) -> None:
        self.stream(spark, batch_messages=batch_messages, opener=opener).run()

    def stream(
        self,
        spark: SparkSession,
        *,
        batch_messages: int = 10_000,
        opener: str = PLAIN,
        stop: threading.Event | None = None,
    ) -> Job:
        """The job; it ends when the log is empty, or with `stop` when told."""
        from cleaner.spark.job import Stream
        from cleaner.spark.options import SparkOptions
        from cleaner.spark.source import kafka_source

        options = SparkOptions(str(self.checkpoint), batch_messages=batch_messages, catch_up=stop is None)
        source = kafka_source(self.settings.log_url)
        return Stream(spark, self.ports, self.settings, FixedDay(), stop or threading.Event(), options, source, opener)

    def names(self, part: str) -> set[str]:
        """Batches that a part of the checkpoint holds."""
        return {path.name for path in (self.checkpoint / part).glob("[0-9]*")}

    def drop_messages(self, topic: Topic) -> None:
        """Kafka forgets everything in the topic, as it does after the retention time."""
        address = parse(self.settings.log_url)
        admin = AdminClient(address.client)
        all_there = [TopicPartition(address.topic(topic), number, -1) for number in range(PARTITIONS)]
        for answer in admin.delete_records(all_there).values():
            answer.result(20)

    def read(self, topics: Sequence[str], expected: int) -> list[Message]:
        """All messages of the topics in the order that the job promises."""
        consumer = self.backends.log.consumer(topics, "test")
        found: list[Message] = []
        while len(found) < expected and (more := consumer.poll(max_records=1000, timeout_s=READ_S)):
            found += more
        consumer.close()
        assert len(found) == expected
        return sorted(found, key=lambda one: (one.timestamp_ms, one.topic, one.partition, one.offset))

    def events_of(self, documents: int) -> list[CollectEvent]:
        """Cleaned and indexed, of as many documents."""
        messages = self.read(["collect.events"], 2 * documents)
        return [msgjson.decode(message.value, type=CollectEvent) for message in messages]

    def batches(self, expected: int) -> list[list[Message]]:
        """What each micro-batch held, by the checkpoint's offsets."""
        messages, done = self.read(DOCUMENT_TOPICS, expected), set[tuple[str, int, int]]()
        found = []
        for ends in self._ends():
            batch = [one for one in messages if one.offset < ends.get((one.topic, one.partition), 0)]
            found.append([one for one in batch if (one.topic, one.partition, one.offset) not in done])
            done |= {(one.topic, one.partition, one.offset) for one in batch}
        return found

    def _ends(self) -> list[dict[tuple[str, int], int]]:
        files = sorted((self.checkpoint / "offsets").glob("[0-9]*"), key=lambda path: int(path.name))
        prefix = self.settings.log_url.partition("prefix=")[2]
        found = []
        for file in files:
            offsets = json.loads(file.read_text(encoding="utf-8").splitlines()[-1])
            found.append(
                {
                    (topic.removeprefix(prefix), int(number)): end
                    for topic, parts in offsets.items()
                    for number, end in parts.items()
                }
            )
        return found


def cleaned_locally(folder: Path, batches: Sequence[Sequence[Message]], objects: dict[str, bytes]) -> Stage:
    """A stage whose local cleaner was given the same messages in the same batches."""
    stage = Stage(folder)
    for key, body in objects.items():
        stage.backends.objects.put(key, body)
    cleaner = BatchCleaner(stage.ports, stage.settings, stage.clock, "local")
    for batch in batches:
        cleaner.process(batch)
    return stage


def without_versions(stage: Stage) -> dict[str, object]:
    """Everything stored but the versions of index entries, which count how often an entry changed on its way."""
    shown = [structs.replace(one, version=0) for one in stage.documents()]
    return {**stage.contents(), "documents": shown}


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
