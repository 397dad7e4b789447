"""The job's place in the topics, as a consumer group's: what shows how far any cleaner has come then shows it of this one too.

The checkpoint alone decides where the job goes on. Spark's source joins no group, so nothing would tell the monitors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from py4j.protocol import Py4JError  # type: ignore[import-untyped]

from cleaner.local.run import GROUP
from cleaner.spark.source import KafkaSource
from kit import logs

_PATIENCE_S = 10
log = logs.get(__name__)


class GroupPlace:
    """Writes the place with the Java client that the source brings along; opened at the first use."""

    def __init__(self, spark: Any, source: KafkaSource) -> None:
        self._java, self._source = spark._jvm, source
        self._admin: Any = None

    def note(self, ends: Mapping[tuple[str, str], int]) -> None:
        """`ends`: (topic, partition) → the first offset that is in no batch. A failure is logged: the next batch tells again."""
        if not ends:
            return
        try:
            self._write(ends)
        except Py4JError as error:
            log.warning("group_place_not_noted", error=str(error))

    def close(self) -> None:
        if self._admin is not None:
            self._admin.close()
            self._admin = None

    def _write(self, ends: Mapping[tuple[str, str], int]) -> None:
        places = self._java.java.util.HashMap()
        for (topic, number), offset in ends.items():
            place = self._java.org.apache.kafka.common.TopicPartition(topic, int(number))
            places.put(place, self._java.org.apache.kafka.clients.consumer.OffsetAndMetadata(offset))
        answer = self._opened().alterConsumerGroupOffsets(self._source.prefix + GROUP, places)
        answer.all().get(_PATIENCE_S, self._java.java.util.concurrent.TimeUnit.SECONDS)

    def _opened(self) -> Any:
        if self._admin is None:
            settings = self._java.java.util.HashMap()
            for name, value in self._source.client.items():
                settings.put(name, value)
            self._admin = self._java.org.apache.kafka.clients.admin.Admin.create(settings)
        return self._admin
