"""What a `kafka://` URL says: brokers, a prefix for the names of topics and groups, and how to sign in.

`kafka://[user:password@]host:port[,host:port…][?prefix=…&security=SASL_SSL&mechanism=SCRAM-SHA-512&ca=/file.pem&replication=3]`
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from confluent_kafka import KafkaError

from kit.errors import ConfigError
from kit.logs import get

VARIABLE = "CATCHMENT_LOG_URL"
SECURITY = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
OPTIONS = ("prefix", "security", "mechanism", "ca", "replication")
_BROKER = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):\d{1,5}")
_PREFIX = re.compile(r"[A-Za-z0-9._-]{0,100}")
_SHAPE = f"expected kafka://host:port[,host:port], options {', '.join(OPTIONS)}"
_VAGUE = (KafkaError._ALL_BROKERS_DOWN, KafkaError._TRANSPORT, KafkaError._TIMED_OUT)
log = get(__name__)


@dataclass(frozen=True, slots=True)
class Address:
    """`client` are the settings that every producer, consumer and administrator shares. `replication` is used by provisioning."""

    servers: str
    prefix: str
    replication: int
    client: dict[str, Any]

    def topic(self, name: str) -> str:
        return self.prefix + name

    def name(self, topic: str) -> str:
        return topic.removeprefix(self.prefix)

    def settings(self, trouble: Trouble, **more: Any) -> dict[str, Any]:
        own = {name.replace("_", "."): value for name, value in more.items()}
        # Connections come back quickly after a restart of the broker; librdkafka's own lines on stderr would bypass our log.
        common = {"reconnect.backoff.max.ms": 2000, "socket.keepalive.enable": True, "log_level": 0}
        return {**common, **self.client, **own, "error_cb": trouble}


class Trouble:
    """Remembers what librdkafka reported last in the background, so that errors in the foreground can name the cause."""

    def __init__(self) -> None:
        self.last: KafkaError | None = None
        self._told: set[int] = set()

    def __call__(self, error: KafkaError) -> None:
        """Each kind is logged once until the trouble is over: an absent broker is reported twice a second, in turns of two kinds.

        Brokers that refuse us are reported as down, too, right after the reason; the reason is what stays.
        """
        if error.code() not in self._told:
            self._told.add(error.code())
            log.warning("kafka_trouble", error=error.str())
        if self.last is None or error.code() not in _VAGUE:
            self.last = error

    def over(self) -> None:
        self.last = None
        self._told.clear()


def parse(url: str) -> Address:
    """Raises ConfigError, without repeating the password."""
    parts = urlsplit(url)
    user, at, servers = parts.netloc.rpartition("@")
    options = dict(parse_qsl(parts.query))
    unknown = sorted(set(options) - set(OPTIONS))
    if unknown or parts.path.strip("/"):
        raise ConfigError(f"{VARIABLE}: does not know {', '.join(unknown) or parts.path}; {_SHAPE}")
    if not servers or not all(_BROKER.fullmatch(server) for server in servers.split(",")):
        raise ConfigError(f"{VARIABLE}: {servers!r} names no brokers; {_SHAPE}")
    if not _PREFIX.fullmatch(options.get("prefix", "")):
        raise ConfigError(f"{VARIABLE}: prefix may hold letters, digits, dots, dashes and underscores")
    client = {"bootstrap.servers": servers, **_security(user, options)}
    return Address(servers, options.get("prefix", ""), _replication(options), client)


def _replication(options: dict[str, str]) -> int:
    given = options.get("replication", "0")
    if not given.isdigit():
        raise ConfigError(f"{VARIABLE}: replication must be a number, not {given!r}")
    return int(given)


def _security(user: str, options: dict[str, str]) -> dict[str, Any]:
    protocol = options.get("security", "SASL_SSL" if user else "PLAINTEXT").upper()
    _known("security", protocol, SECURITY)
    found: dict[str, Any] = {"security.protocol": protocol}
    if "ca" in options:
        found["ssl.ca.location"] = options["ca"]
    if protocol.startswith("SASL"):
        name, colon, password = user.partition(":")
        if not name or not colon:
            raise ConfigError(f"{VARIABLE}: {protocol} needs user:password@ before the first broker")
        mechanism = options.get("mechanism", "SCRAM-SHA-512").upper()
        _known("mechanism", mechanism, MECHANISMS)
        found |= {"sasl.mechanism": mechanism, "sasl.username": unquote(name), "sasl.password": unquote(password)}
    return found


def _known(option: str, value: str, accepted: tuple[str, ...]) -> None:
    if value not in accepted:
        raise ConfigError(f"{VARIABLE}: {option} {value!r} is none of {', '.join(accepted)}")
