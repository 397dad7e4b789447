"""Creates the topics. Nothing else does: brokers that create topics by themselves give them one partition and the wrong limits."""

from __future__ import annotations

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewPartitions, NewTopic

from kit.adapters.real.kafka_address import Address, Trouble, parse
from kit.adapters.real.kafka_errors import code_of, explain
from kit.adapters.real.kafka_offsets import ASK_SECONDS, Offsets
from kit.clock import Clock
from kit.ports.log import PARTITIONS, TOPICS
from kit.settings import Settings

MAX_BATCH_BYTES = 2_000_000
_DAY_MS = 86_400_000
_MOST_REPLICAS = 3


def provision_topics(url: str, settings: Settings, clock: Clock) -> list[str]:
    """Creates missing topics and partitions; one line each of what is there now. Raises ConfigError or BackendUnavailable."""
    address, trouble = parse(url), Trouble()
    admin = AdminClient(address.settings(trouble))
    try:
        offsets = Offsets(address, clock)
        lines = _provision(address, admin, offsets.partitions(), settings)
        offsets.wait_for_leaders([address.topic(name) for name in TOPICS])
        return lines
    except KafkaException as error:
        raise explain(error, address, trouble) from error


def _provision(address: Address, admin: AdminClient, known: dict[str, int], settings: Settings) -> list[str]:
    names = [address.topic(name) for name in TOPICS]
    if missing := [name for name in names if name not in known]:
        _create(admin, [_topic(name, _replicas(address, admin), settings) for name in missing])
    grown = [name for name in names if 0 < known.get(name, 0) < PARTITIONS]
    if grown:
        answers = admin.create_partitions([NewPartitions(name, PARTITIONS) for name in grown])
        for answer in answers.values():
            answer.result(ASK_SECONDS)
    return [f"topic {name}: {_said(name, missing, grown)}" for name in names]


def _replicas(address: Address, admin: AdminClient) -> int:
    """As asked for, else as many as there are brokers, up to three."""
    brokers = len(admin.list_topics(timeout=ASK_SECONDS).brokers)
    return address.replication or min(brokers, _MOST_REPLICAS)


def _topic(name: str, replicas: int, settings: Settings) -> NewTopic:
    config = {
        "retention.ms": str(int(settings.log_retention_days * _DAY_MS)),
        "max.message.bytes": str(MAX_BATCH_BYTES),
        "min.insync.replicas": str(max(replicas - 1, 1)),
        "compression.type": "producer",
        "cleanup.policy": "delete",
        "unclean.leader.election.enable": "false",
    }
    return NewTopic(name, num_partitions=PARTITIONS, replication_factor=replicas, config=config)


def _create(admin: AdminClient, topics: list[NewTopic]) -> None:
    for answer in admin.create_topics(topics).values():
        try:
            answer.result(ASK_SECONDS)
        except KafkaException as error:
            if code_of(error).code() != KafkaError.TOPIC_ALREADY_EXISTS:
                raise


def _said(name: str, missing: list[str], grown: list[str]) -> str:
    return "created" if name in missing else f"grown to {PARTITIONS} partitions" if name in grown else "there"
