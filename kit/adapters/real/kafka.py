"""The log on Kafka: an idempotent producer whose delivery reports are awaited, so that what `append` returned from is on the brokers."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from confluent_kafka import KafkaError, KafkaException, Producer
from confluent_kafka import Message as KafkaMessage

from kit import logs
from kit.adapters.real.kafka_address import VARIABLE, Address, Trouble, parse
from kit.adapters.real.kafka_consumer import KafkaConsumer
from kit.adapters.real.kafka_errors import code_of, explain, missing_topics
from kit.adapters.real.kafka_offsets import Offsets, check_topics
from kit.adapters.real.kafka_pressure import Latency
from kit.clock import Clock
from kit.errors import CatchmentError, ConfigError, InvalidInput, Throttled
from kit.ports.log import MAX_MESSAGE_BYTES, TOPICS, LogConsumer, Record
from kit.settings import Settings

QUEUE_MESSAGES = 20_000
QUEUE_KBYTES = 131_072
MAX_KEY_AND_HEADERS = 100_000
# Room for key, headers and framing around the largest value; the topics are provisioned with more.
MAX_BATCH_BYTES = 1_500_000
CLOSE_SECONDS = 10.0
REPORT_SECONDS = 0.5
_FULL = (KafkaError._QUEUE_FULL, KafkaError._MSG_TIMED_OUT, KafkaError._TIMED_OUT, KafkaError._PURGE_QUEUE)
log = logs.get(__name__)


def open_log(url: str, settings: Settings, clock: Clock) -> KafkaLog:
    """The log on the brokers of a `kafka://` URL. Raises ConfigError (wrong URL, no access, missing topics) or BackendUnavailable."""
    address = parse(url)
    offsets = Offsets(address, clock)
    if missing := check_topics(offsets.partitions(), [address.topic(name) for name in TOPICS]):
        raise missing_topics(address, missing)
    return KafkaLog(address, offsets, clock, patience_s=settings.append_seconds)


class KafkaLog:
    """`patience_s`: after it a message that no broker took is given up (its append has failed by then). Thread-safe."""

    def __init__(self, address: Address, offsets: Offsets, clock: Clock, *, patience_s: float) -> None:
        self._address, self._offsets, self._clock, self._patience_s = address, offsets, clock, patience_s
        self._trouble = Trouble()
        self._latency = Latency(clock, patience_s)
        self._consumers: list[KafkaConsumer] = []
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._producer = self._start()
        self._reports = threading.Thread(target=self._serve_reports, name="kafka-reports", daemon=True)
        self._reports.start()

    def append(self, records: Sequence[Record], *, timeout_s: float) -> None:
        ready = [_checked(record, self._address) for record in records]
        if not ready:
            return
        started = self._clock.monotonic()
        batch = _Batch(len(ready))
        for message in ready:
            self._produce(message, batch)
        if not batch.done.wait(max(timeout_s, 0.0)):
            self._latency.failed()
            raise Throttled(f"the log did not confirm within {timeout_s:g} s{self._cause()}; append again later")
        if batch.error is not None:
            raise self._failed(batch.error)
        self._trouble.over()
        self._latency.took(self._clock.monotonic() - started)

    def consumer(self, topics: Sequence[str], group: str) -> LogConsumer:
        made = KafkaConsumer(self._address, _known(topics), group, self._offsets, self._clock)
        self._consumers.append(made)
        return made

    def pressure(self) -> float:
        return min(max(len(self._producer) / QUEUE_MESSAGES, self._latency.share()), 1.0)

    def depth(self, topics: Sequence[str], group: str) -> int:
        return self._offsets.behind([self._address.topic(name) for name in _known(topics)], self._address.topic(group))

    def close(self) -> None:
        """Waits CLOSE_SECONDS at most for what is on its way."""
        if self._stop.is_set():
            return
        left = self._producer.flush(CLOSE_SECONDS)
        if left:
            log.error("kafka_closed_with_unsent", messages=left)
        self._stop.set()
        self._reports.join(CLOSE_SECONDS)
        for consumer in self._consumers:
            consumer.close()

    def _start(self) -> Producer:
        settings = self._address.settings(
            self._trouble,
            enable_idempotence=True,
            acks="all",
            partitioner="murmur2",
            compression_type="zstd",
            linger_ms=3,
            message_max_bytes=MAX_BATCH_BYTES,
            delivery_timeout_ms=max(int(self._patience_s * 1000), 1000),
            queue_buffering_max_messages=QUEUE_MESSAGES,
            queue_buffering_max_kbytes=QUEUE_KBYTES,
            topic_metadata_propagation_max_ms=3000,
        )
        try:
            return Producer(settings)
        except KafkaException as error:
            raise ConfigError(f"{VARIABLE}: {code_of(error).str()}") from error

    def _serve_reports(self) -> None:
        while not self._stop.is_set():
            self._producer.poll(REPORT_SECONDS)

    def _produce(self, message: dict[str, Any], batch: _Batch) -> None:
        try:
            self._producer.produce(**message, on_delivery=batch.report)
        except BufferError as error:
            self._latency.failed()
            raise Throttled("the log's send queue is full; append again later") from error
        except KafkaException as error:
            raise self._failed(code_of(error)) from error

    def _failed(self, error: KafkaError) -> CatchmentError:
        if error.fatal() or error.code() == KafkaError._FATAL:
            self._replace()
        if error.code() in _FULL:
            self._latency.failed()
            return Throttled(f"the log took nothing for {self._patience_s:g} s{self._cause()}; append again later")
        return explain(error, self._address, self._trouble)

    def _replace(self) -> None:
        """A fatal error (the brokers have lost the producer's state) ends a producer for good."""
        with self._lock:
            old, self._producer = self._producer, self._start()
        log.error("kafka_producer_replaced", unsent=len(old))
        old.purge()
        old.poll(0)

    def _cause(self) -> str:
        return f" ({self._trouble.last.name()})" if self._trouble.last else ""


class _Batch:
    """Counts delivery reports of one append; the first error is kept."""

    def __init__(self, size: int) -> None:
        self._left = size
        self._lock = threading.Lock()
        self.error: KafkaError | None = None
        self.done = threading.Event()

    def report(self, error: KafkaError | None, _message: KafkaMessage) -> None:
        with self._lock:
            self._left -= 1
            self.error = self.error or error
            if self._left == 0:
                self.done.set()


def _checked(record: Record, address: Address) -> dict[str, Any]:
    _known([record.topic])
    try:
        key = record.key.encode()
        headers = [(name, value.encode()) for name, value in record.headers.items()]
    except UnicodeEncodeError as error:
        raise InvalidInput(f"message key {record.key[:80]!r} is not valid Unicode", field="key") from error
    if len(record.value) > MAX_MESSAGE_BYTES:
        size = f"{len(record.value)} bytes, at most {MAX_MESSAGE_BYTES} fit"
        raise InvalidInput(f"message {record.key[:80]!r} is too large: {size}", field="value")
    if len(key) + sum(len(name.encode()) + len(value) for name, value in headers) > MAX_KEY_AND_HEADERS:
        raise InvalidInput(f"message {record.key[:80]!r}: key and headers are too large", field="headers")
    return {"topic": address.topic(record.topic), "key": key, "value": record.value, "headers": headers}


def _known(topics: Sequence[str]) -> Sequence[str]:
    unknown = sorted(set(topics) - set(TOPICS))
    if unknown or not topics:
        raise InvalidInput(f"unknown topics {unknown}; expected some of {', '.join(TOPICS)}", field="topics")
    return topics
