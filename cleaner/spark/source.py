"""Kafka as Spark's Java client reads it, from the same URL that all other processes use."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote, urlsplit

from kit.errors import ConfigError
from kit.ports.log import DOCUMENT_TOPICS

_JAAS = {
    "PLAIN": "org.apache.kafka.common.security.plain.PlainLoginModule",
    "SCRAM-SHA-256": "org.apache.kafka.common.security.scram.ScramLoginModule",
    "SCRAM-SHA-512": "org.apache.kafka.common.security.scram.ScramLoginModule",
}


@dataclass(frozen=True, slots=True)
class KafkaSource:
    """`prefix` stands before every topic's name. `client` are Java client settings and hold secrets: not shown."""

    prefix: str
    client: dict[str, str] = field(repr=False)

    @property
    def topics(self) -> tuple[str, ...]:
        return tuple(self.prefix + name for name in DOCUMENT_TOPICS)

    def reader_options(self, batch_messages: int) -> dict[str, str]:
        """Options of Spark's Kafka source. Where it starts matters on the first start only; then the checkpoint says so."""
        own = {
            "subscribe": ",".join(self.topics),
            "startingOffsets": "earliest",
            "failOnDataLoss": "true",
            "maxOffsetsPerTrigger": str(batch_messages),
            "includeHeaders": "true",
        }
        return own | {f"kafka.{name}": value for name, value in self.client.items()}


def kafka_source(url: str) -> KafkaSource:
    """Reads a `kafka://` URL that the log has accepted. Raises ConfigError for any other log."""
    parts = urlsplit(url)
    if parts.scheme != "kafka":
        raise ConfigError(
            f"CATCHMENT_LOG_URL: the Spark engine reads kafka://host:port, not {parts.scheme or 'the embedded log'}; "
            "use `--engine local` with the embedded log"
        )
    user, _, servers = parts.netloc.rpartition("@")
    options = dict(parse_qsl(parts.query))
    protocol = options.get("security", "SASL_SSL" if user else "PLAINTEXT").upper()
    client = {"bootstrap.servers": servers, "security.protocol": protocol}
    if "ca" in options:
        client |= {"ssl.truststore.type": "PEM", "ssl.truststore.location": options["ca"]}
    if protocol.startswith("SASL"):
        client |= _sasl(options.get("mechanism", "SCRAM-SHA-512").upper(), *user.split(":", 1))
    return KafkaSource(options.get("prefix", ""), client)


def _sasl(mechanism: str, name: str, password: str) -> dict[str, str]:
    login = f'{_JAAS[mechanism]} required username="{_quoted(name)}" password="{_quoted(password)}";'
    return {"sasl.mechanism": mechanism, "sasl.jaas.config": login}


def _quoted(text: str) -> str:
    return unquote(text).replace("\\", "\\\\").replace('"', '\\"')
