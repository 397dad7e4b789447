"""Reading Kafka as one member of a group: commits by hand, of exactly what was polled and still belongs to this member."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition
from confluent_kafka import Message as KafkaMessage

from kit import logs
from kit.adapters.real.kafka_address import Address, Trouble
from kit.adapters.real.kafka_errors import LOST_CLAIM, code_of, explain
from kit.adapters.real.kafka_offsets import Offsets, Place
from kit.clock import Clock
from kit.ports.log import Message

# Longer than any batch may take to be cleaned while a sink is down; after it the group gives the partitions to others.
MAX_POLL_INTERVAL_MS = 900_000
# A member that died is noticed after this time. Heartbeats come from a thread of librdkafka, which a busy Python does not hold up; a machine that
# stands still for longer costs a second reading of what was not committed, nothing else. Brokers accept 6 s and more.
SESSION_MS, HEARTBEAT_MS = 10_000, 3_000
QUEUED_KBYTES = 32_768
LOOK_SECONDS = 0.2
log = logs.get(__name__)


class KafkaConsumer:
    """Joins its group at the first poll. Not for use by several threads at once."""

    def __init__(self, address: Address, topics: Sequence[str], group: str, offsets: Offsets, clock: Clock) -> None:
        self._address, self._offsets, self._clock = address, offsets, clock
        self._topics = [address.topic(topic) for topic in topics]
        self._group = address.topic(group)
        self._trouble = Trouble()
        self._consumer: Consumer | None = None
        self._mine: set[Place] = set()
        self._polled: dict[Place, int] = {}
        self._due: dict[Place, int] = {}

    def poll(self, *, max_records: int, timeout_s: float) -> list[Message]:
        """Raises ConfigError when a topic is missing or access is refused, BackendUnavailable when no broker answers."""
        consumer = self._joined()
        self._commit_due()
        deadline = self._clock.monotonic() + timeout_s
        while max_records > 0:
            left = deadline - self._clock.monotonic()
            if found := self._take(consumer, max_records, max(min(left, LOOK_SECONDS), 0.0)):
                return found
            if left <= 0:
                self._check_alive()
                break
        return []

    def commit(self) -> None:
        """What was taken away by a rebalance meanwhile is not committed: its new owner reads it again."""
        self._due.update(self._polled)
        self._polled.clear()
        self._commit_due()

    def lag(self) -> int:
        return self._offsets.behind(self._topics, self._group)

    def close(self) -> None:
        if self._consumer is not None:
            self._consumer.close()
            self._consumer = None

    def _joined(self) -> Consumer:
        if self._consumer is None:
            self._consumer = Consumer(self._settings())
            self._consumer.subscribe(
                self._topics, on_assign=self._assigned, on_revoke=self._revoked, on_lost=self._lost
            )
        return self._consumer

    def _settings(self) -> dict[str, object]:
        return self._address.settings(
            self._trouble,
            group_id=self._group,
            enable_auto_commit=False,
            enable_auto_offset_store=False,
            auto_offset_reset="earliest",
            partition_assignment_strategy="cooperative-sticky",
            session_timeout_ms=SESSION_MS,
            heartbeat_interval_ms=HEARTBEAT_MS,
            max_poll_interval_ms=MAX_POLL_INTERVAL_MS,
            queued_max_messages_kbytes=QUEUED_KBYTES,
            allow_auto_create_topics=False,
        )

    def _take(self, consumer: Consumer, limit: int, wait_s: float) -> list[Message]:
        # `consume` waits for all it is asked for: wait for one message, then take what has arrived with it.
        raw = consumer.consume(1, wait_s)
        if raw and limit > 1:
            raw += consumer.consume(limit - 1, 0.0)
        messages = [self._message(item) for item in raw if self._is_good(item)]
        for message in messages:
            self._polled[self._address.topic(message.topic), message.partition] = message.offset + 1
        return messages

    def _is_good(self, item: KafkaMessage) -> bool:
        error = item.error()
        if error is None:
            # A rebalance inside `consume` may have taken the partition of a message away that it still returns.
            return (item.topic(), item.partition()) in self._mine
        if error.code() == KafkaError._MAX_POLL_EXCEEDED:
            log.warning("kafka_member_too_slow", group=self._group, limit_ms=MAX_POLL_INTERVAL_MS)
            return False
        raise explain(error, self._address, self._trouble)

    def _message(self, item: KafkaMessage) -> Message:
        topic, partition, offset = item.topic(), item.partition(), item.offset()
        assert topic is not None
        assert partition is not None
        assert offset is not None
        headers = {name: _text(value) for name, value in cast("list[tuple[str, bytes | None]]", item.headers() or [])}
        at = item.timestamp()[1]
        return Message(
            self._address.name(topic), partition, offset, _text(item.key()), _bytes(item.value()), at, headers
        )

    def _commit_due(self) -> None:
        due = {place: offset for place, offset in self._due.items() if place in self._mine}
        self._due = due
        if not due or self._consumer is None:
            return
        places = [TopicPartition(topic, partition, offset) for (topic, partition), offset in due.items()]
        try:
            self._consumer.commit(offsets=places, asynchronous=False)
        except KafkaException as error:
            if code_of(error).code() not in LOST_CLAIM:
                raise explain(error, self._address, self._trouble) from error
            log.info("kafka_commit_put_off", group=self._group, error=code_of(error).name())
            return
        self._due = {}

    def _check_alive(self) -> None:
        """An empty poll may mean that no broker answers; after trouble in the background, ask."""
        if self._trouble.last is not None:
            self._offsets.partitions()
            self._trouble.over()

    def _assigned(self, _consumer: Consumer, places: list[TopicPartition]) -> None:
        self._mine |= {(place.topic, place.partition) for place in places}

    def _revoked(self, _consumer: Consumer, places: list[TopicPartition]) -> None:
        try:
            self._commit_due()
        except Exception as error:  # noqa: BLE001 -- the partitions go in any case; their next owner reads again
            log.warning("kafka_commit_failed", group=self._group, error=str(error))
        self._lost(_consumer, places)

    def _lost(self, _consumer: Consumer, places: list[TopicPartition]) -> None:
        for place in places:
            gone = (place.topic, place.partition)
            self._mine.discard(gone)
            self._polled.pop(gone, None)
            self._due.pop(gone, None)


def _text(value: str | bytes | None) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value or ""


def _bytes(value: str | bytes | None) -> bytes:
    return value.encode() if isinstance(value, str) else value or b""
