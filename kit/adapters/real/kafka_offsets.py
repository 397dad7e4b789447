"""Where a group stands: committed offsets against the ends of the partitions, asked of the brokers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import cast

from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition
from confluent_kafka.admin import AdminClient
from confluent_kafka.admin._listoffsets import OffsetSpec

from kit.adapters.real.kafka_address import Address, Trouble
from kit.adapters.real.kafka_errors import code_of, explain
from kit.clock import Clock

ASK_SECONDS = 6.0
PAUSES_S = (0.1, 0.3, 1.0, 2.0)
Place = tuple[str, int]
_MOVING = (
    KafkaError.NOT_LEADER_FOR_PARTITION,
    KafkaError.LEADER_NOT_AVAILABLE,
    KafkaError.UNKNOWN_LEADER_EPOCH,
    KafkaError.FENCED_LEADER_EPOCH,
    KafkaError.REPLICA_NOT_AVAILABLE,
    KafkaError.UNKNOWN_TOPIC_OR_PART,
    KafkaError.COORDINATOR_NOT_AVAILABLE,
    KafkaError.COORDINATOR_LOAD_IN_PROGRESS,
    KafkaError.NOT_COORDINATOR,
    KafkaError._WAIT_COORD,
)
_EARLIEST = cast("OffsetSpec", OffsetSpec.earliest())  # type: ignore[no-untyped-call]
_LATEST = cast("OffsetSpec", OffsetSpec.latest())  # type: ignore[no-untyped-call]


class Offsets:
    def __init__(self, address: Address, clock: Clock) -> None:
        self._address, self._clock = address, clock
        self._trouble = Trouble()
        self._admin = AdminClient(address.settings(self._trouble))
        self._askers: dict[str, Consumer] = {}
        self._lock = threading.Lock()

    def partitions(self) -> dict[str, int]:
        """Topic → number of partitions, of all topics there are. Raises BackendUnavailable or ConfigError."""
        try:
            found = self._admin.list_topics(timeout=ASK_SECONDS).topics
        except KafkaException as error:
            self._admin.poll(0)  # only this hands us the reasons that came in the background
            raise explain(error, self._address, self._trouble) from error
        self._trouble.over()
        return {name: len(topic.partitions) for name, topic in found.items()}

    def behind(self, topics: Sequence[str], group: str) -> int:
        """Messages of the topics (full names) that the group has not committed."""
        known = self.partitions()
        places = [TopicPartition(topic, number) for topic in topics for number in range(known.get(topic, 0))]
        if not places:
            return 0
        first, end = self._edges(places, _EARLIEST), self._edges(places, _LATEST)
        committed = self._committed(places, group)
        return sum(max(end[place] - max(committed.get(place, 0), first[place]), 0) for place in end)

    def wait_for_leaders(self, topics: Sequence[str]) -> None:
        """Returns once all brokers know the topics and every partition has a leader, which takes a moment after their creation."""
        for pause in PAUSES_S:
            known = self.partitions()
            if all(known.get(topic) for topic in topics):
                break
            self._clock.sleep(pause)
        self._edges([TopicPartition(name, number) for name in topics for number in range(known.get(name, 1))], _LATEST)

    def _edges(self, places: list[TopicPartition], edge: OffsetSpec) -> dict[Place, int]:
        def ask() -> dict[Place, int]:
            asked = self._admin.list_offsets(dict.fromkeys(places, edge), request_timeout=ASK_SECONDS)
            return {(place.topic, place.partition): answer.result().offset for place, answer in asked.items()}

        return self._patiently(ask)

    def _committed(self, places: list[TopicPartition], group: str) -> dict[Place, int]:
        def ask() -> dict[Place, int]:
            asker = self._asker(group)
            asker.poll(0)  # takes what has been reported to it, which would pile up
            found = asker.committed(places, timeout=ASK_SECONDS)
            return {(place.topic, place.partition): place.offset for place in found if place.offset >= 0}

        return self._patiently(ask)

    def _asker(self, group: str) -> Consumer:
        """Asks in the group's name without joining it.

        An administrator's question for a group's offsets is never answered again once its broker has been away, and ends the process
        where no group has ever been.
        """
        with self._lock:
            if group not in self._askers:
                settings = self._address.settings(self._trouble, group_id=group, enable_auto_commit=False)
                self._askers[group] = Consumer(settings)
            return self._askers[group]

    def _patiently(self, ask: Callable[[], dict[Place, int]]) -> dict[Place, int]:
        """Asks again while leaders or coordinators are being chosen, which takes a moment after a start or a new topic."""
        for pause in (*PAUSES_S, None):
            try:
                return ask()
            except KafkaException as error:
                if pause is None or code_of(error).code() not in _MOVING:
                    raise explain(error, self._address, self._trouble) from error
                self._clock.sleep(pause)
        raise AssertionError


def check_topics(known: dict[str, int], wanted: Sequence[str]) -> list[str]:
    """The wanted topics that do not exist."""
    return [name for name in wanted if name not in known]
