"""What `kafka://` URLs are understood, and how wrong ones are explained."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from confluent_kafka import KafkaError

from kit.adapters.real.kafka_address import Trouble, parse
from kit.adapters.real.kafka_pressure import Latency
from kit.clock import ManualClock
from kit.errors import ConfigError


def test_brokers_prefix_and_replication_are_read() -> None:
    address = parse("kafka://a:9092,[::1]:9093?prefix=team.&replication=3")
    assert (address.servers, address.topic("collect.web"), address.replication) == (
        "a:9092,[::1]:9093", "team.collect.web", 3,
    )  # fmt: skip
    assert address.name("team.collect.web") == "collect.web"
    assert address.client["security.protocol"] == "PLAINTEXT"


def test_a_user_means_encrypted_sign_in_unless_said_otherwise() -> None:
    client = parse("kafka://me:p%40ss@a:9092").client
    assert (client["security.protocol"], client["sasl.mechanism"]) == ("SASL_SSL", "SCRAM-SHA-512")
    assert (client["sasl.username"], client["sasl.password"]) == ("me", "p@ss")
    assert parse("kafka://me:x@a:9092?security=sasl_plaintext").client["security.protocol"] == "SASL_PLAINTEXT"


@pytest.mark.parametrize(
    "url",
    [
        "kafka://",
        "kafka://host",
        "kafka://a:9092,b",
        "kafka://a:9092/path",
        "kafka://a:9092?unknown=1",
        "kafka://a:9092?prefix=a/b",
        "kafka://a:9092?replication=many",
        "kafka://a:9092?security=SASL_SSL",
        "kafka://me:secret@a:9092?mechanism=MD5",
        "kafka://me:secret@a:9092?security=magic",
    ],
)
def test_a_wrong_url_names_the_variable_and_never_the_password(url: str) -> None:
    with pytest.raises(ConfigError, match="^CATCHMENT_LOG_URL: ") as caught:
        parse(url)
    assert "secret" not in str(caught.value)


def test_latency_rises_with_slow_appends_and_fades_without_any() -> None:
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    latency = Latency(clock, 10.0)
    latency.took(0.05)
    assert latency.share() < 0.01
    latency.failed()
    assert latency.share() == 1.0
    clock.advance(6)
    assert latency.share() == pytest.approx(0.25)


def test_each_kind_of_trouble_is_told_once_until_it_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    trouble = Trouble()
    kinds = [KafkaError(KafkaError._TRANSPORT), KafkaError(KafkaError._ALL_BROKERS_DOWN)]
    for kind in kinds * 5:
        trouble(kind)
    assert trouble.last is kinds[0]
    trouble.over()
    trouble(kinds[0])
    assert "".join(capsys.readouterr()).count("kafka_trouble") == 3


def test_why_brokers_refuse_us_is_not_forgotten_over_their_being_called_down() -> None:
    trouble, refused = Trouble(), KafkaError(KafkaError._AUTHENTICATION)
    for found in (KafkaError(KafkaError._TRANSPORT), refused, KafkaError(KafkaError._ALL_BROKERS_DOWN)):
        trouble(found)
    assert trouble.last is refused
