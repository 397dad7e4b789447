"""Kafka behind TLS and a sign-in, as clusters of companies are."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

from kit.adapters.real.kafka import open_log
from kit.adapters.real.kafka_topics import provision_topics
from kit.clock import SystemClock
from kit.errors import ConfigError
from kit.ports.log import Record
from kit.settings import Settings
from tests.certificate import pem_of, write_certificate
from tests.contract.log_suite import read
from tests.stack.kafka import PASSWORD, USER, Kafka

pytestmark = [pytest.mark.stack, pytest.mark.timeout(300)]
_numbers = count()


@pytest.fixture
def secured(kafka: Kafka) -> Kafka:
    if not isinstance(kafka, Kafka):
        pytest.skip("the container listens in the clear only")
    return kafka


def address(kafka: Kafka, *, password: str = PASSWORD, mechanism: str = "SCRAM-SHA-512", ca: Path | None = None) -> str:
    options = f"mechanism={mechanism}&ca={ca or kafka.authority}&prefix=secured{next(_numbers)}."
    return f"kafka://{USER}:{quote(password, safe='')}@{kafka.brokers}?{options}"


@pytest.mark.parametrize("mechanism", ["SCRAM-SHA-512", "PLAIN"])
def test_records_go_in_and_come_out_over_tls_after_signing_in(
    secured: Kafka, settings: Settings, mechanism: str
) -> None:
    url = address(secured, mechanism=mechanism)
    provision_topics(url, settings, SystemClock())
    log = open_log(url, settings, SystemClock())
    log.append([Record("collect.web", "key", b"value")], timeout_s=30)
    consumer = log.consumer(["collect.web"], "group")
    found = [message.value for message in read(consumer, 1)]
    consumer.close()
    log.close()
    assert found == [b"value"]


def test_wrong_password_names_the_setting_and_not_the_password(secured: Kafka, settings: Settings) -> None:
    with pytest.raises(ConfigError, match="CATCHMENT_LOG_URL: .* check user, password and rights") as raised:
        provision_topics(address(secured, password="wr0ng"), settings, SystemClock())
    assert "wr0ng" not in str(raised.value)


def test_server_whose_certificate_nobody_we_trust_signed_is_not_used(
    secured: Kafka, settings: Settings, tmp_path: Path
) -> None:
    other = tmp_path / "other.pem"
    other.write_bytes(pem_of(write_certificate(tmp_path, "127.0.0.1")))
    with pytest.raises(ConfigError, match=r"CATCHMENT_LOG_URL: no TLS with .* ca="):
        provision_topics(address(secured, ca=other), settings, SystemClock())
