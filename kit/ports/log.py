"""The log between ingest and cleaning: topics of 6 partitions, at-least-once, offsets kept per consumer group.

Kafka, or one SQLite file when embedded. The embedded log gives every partition to the one member of a group (no rebalance).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

Topic = Literal["collect.web", "collect.social", "collect.app", "collect.events", "collect.dead"]
TOPICS: tuple[Topic, ...] = ("collect.web", "collect.social", "collect.app", "collect.events", "collect.dead")
DOCUMENT_TOPICS: tuple[Topic, ...] = ("collect.web", "collect.social", "collect.app")
PARTITIONS = 6
MAX_MESSAGE_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Record:
    """`key` chooses the partition (equal keys stay in order); `value` is at most MAX_MESSAGE_BYTES."""

    topic: Topic
    key: str
    value: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Message:
    topic: str
    partition: int
    offset: int
    key: str
    value: bytes
    timestamp_ms: int
    headers: Mapping[str, str] = field(default_factory=dict)


class LogConsumer(Protocol):
    def poll(self, *, max_records: int, timeout_s: float) -> list[Message]:
        """Up to `max_records` messages after those already polled, in order within a partition; empty after `timeout_s`."""

    def commit(self) -> None:
        """Everything polled so far is processed: a new consumer of the group starts after it."""

    def lag(self) -> int:
        """Messages appended but not committed by this group."""

    def close(self) -> None: ...


class Log(Protocol):
    def append(self, records: Sequence[Record], *, timeout_s: float) -> None:
        """Returns once all records are durable (acks=all), in the order given within a partition.

        Raises Throttled when the log is full or too slow (nothing or a part may have been written: append again, readers are idempotent),
        InvalidInput for a record that is too large.
        """

    def consumer(self, topics: Sequence[str], group: str) -> LogConsumer:
        """Reads `topics` from the group's committed position, at first from the beginning."""

    def pressure(self) -> float:
        """How full the log is for writers, 0.0 (idle) to 1.0 (refuse now)."""

    def depth(self, topics: Sequence[str], group: str) -> int:
        """Messages of these topics that the group has not committed yet."""

    def close(self) -> None: ...
