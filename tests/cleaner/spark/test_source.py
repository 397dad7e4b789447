"""From a Kafka URL to the settings of Spark's client."""

from __future__ import annotations

import pytest

from cleaner.spark.source import kafka_source
from kit.errors import ConfigError


def test_brokers_prefix_and_limits_reach_the_reader() -> None:
    options = kafka_source("kafka://a:9092,b:9092?prefix=test.&replication=3").reader_options(500)
    assert options["kafka.bootstrap.servers"] == "a:9092,b:9092"
    assert options["subscribe"] == "test.collect.web,test.collect.social,test.collect.app"
    assert options["maxOffsetsPerTrigger"] == "500"
    assert (options["failOnDataLoss"], options["startingOffsets"]) == ("true", "earliest")
    assert options["kafka.security.protocol"] == "PLAINTEXT"


def test_a_user_signs_in_with_scram_over_tls() -> None:
    source = kafka_source("kafka://me:s%22e%5Ccret@a:9093?ca=/etc/ca.pem")
    assert source.client["security.protocol"] == "SASL_SSL"
    assert source.client["sasl.mechanism"] == "SCRAM-SHA-512"
    assert source.client["sasl.jaas.config"] == (
        'org.apache.kafka.common.security.scram.ScramLoginModule required username="me" password="s\\"e\\\\cret";'
    )
    assert (source.client["ssl.truststore.type"], source.client["ssl.truststore.location"]) == ("PEM", "/etc/ca.pem")
    assert "cret" not in repr(source)


def test_plain_sign_in_without_tls_is_possible() -> None:
    client = kafka_source("kafka://me:x@a:9092?security=SASL_PLAINTEXT&mechanism=plain").client
    assert client["security.protocol"] == "SASL_PLAINTEXT"
    assert "PlainLoginModule" in client["sasl.jaas.config"]


@pytest.mark.parametrize("url", ["", "sqlite:///x/log.db"])
def test_another_log_is_refused_with_the_setting_to_change(url: str) -> None:
    with pytest.raises(ConfigError, match="CATCHMENT_LOG_URL.*--engine local"):
        kafka_source(url)
