"""Kafka's errors in our terms: what may pass, what an operator must change."""

from __future__ import annotations

from confluent_kafka import KafkaError, KafkaException

from kit.adapters.real.kafka_address import VARIABLE, Address, Trouble
from kit.errors import BackendUnavailable, CatchmentError, ConfigError

_MISSING = (KafkaError.UNKNOWN_TOPIC_OR_PART, KafkaError._UNKNOWN_TOPIC, KafkaError._UNKNOWN_PARTITION)
_REFUSED = (
    KafkaError._AUTHENTICATION,
    KafkaError.SASL_AUTHENTICATION_FAILED,
    KafkaError.UNSUPPORTED_SASL_MECHANISM,
    KafkaError.TOPIC_AUTHORIZATION_FAILED,
    KafkaError.GROUP_AUTHORIZATION_FAILED,
    KafkaError.CLUSTER_AUTHORIZATION_FAILED,
)
# The partition went to another member of the group, or is on its way: it will be read again from its last commit.
LOST_CLAIM = (
    KafkaError.ILLEGAL_GENERATION,
    KafkaError.UNKNOWN_MEMBER_ID,
    KafkaError.REBALANCE_IN_PROGRESS,
    KafkaError.FENCED_INSTANCE_ID,
    KafkaError._ASSIGNMENT_LOST,
    KafkaError._STATE,
)


def explain(error: KafkaException | KafkaError, address: Address, trouble: Trouble) -> CatchmentError:
    """ConfigError for what a person must change, else BackendUnavailable; the last background error tells more than a time-out."""
    found = code_of(error)
    if found.code() in _MISSING:
        return missing_topics(address, [])
    if found.code() == KafkaError.MSG_SIZE_TOO_LARGE:
        return ConfigError(
            f"{VARIABLE}: {address.servers} refuses messages of 1 MB; set max.message.bytes of our topics"
        )
    for cause in filter(None, (found, trouble.last)):
        if cause.code() == KafkaError._SSL:
            return ConfigError(
                f"{VARIABLE}: no TLS with {address.servers}; the certificate of who signed theirs belongs in ca= (_SSL)"
            )
        if cause.code() in _REFUSED:
            return ConfigError(
                f"{VARIABLE}: {address.servers} refused us; check user, password and rights ({cause.name()})"
            )
    cause = trouble.last or found
    return BackendUnavailable(f"{VARIABLE}: no answer from {address.servers} ({cause.name()})")


def missing_topics(address: Address, names: list[str]) -> ConfigError:
    listed = ", ".join(names) or f"{address.prefix}collect.*"
    return ConfigError(f"{VARIABLE}: {address.servers} has no topic {listed}; run `catchment provision`")


def code_of(error: KafkaException | KafkaError) -> KafkaError:
    if isinstance(error, KafkaError):
        return error
    found = error.args[0]
    assert isinstance(found, KafkaError)
    return found
