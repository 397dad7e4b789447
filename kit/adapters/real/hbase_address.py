"""What an `hbase://` URL says: the Thrift server, the prefix of our tables, and how it speaks.

`hbase://host:port[?prefix=…&transport=framed&protocol=compact&thrift2=host:port]`; `thrift2` serves provisioning alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from kit.errors import ConfigError

VARIABLE = "CATCHMENT_ARCHIVE_URL"
OPTIONS = ("prefix", "transport", "protocol", "thrift2")
TIMEOUT_MS = 30_000
_PREFIX = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]{0,60}")
_SHAPE = f"expected hbase://host:port, options {', '.join(OPTIONS)}"
Server = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Address:
    """`admin`: the Thrift 2 server, None where the URL names none."""

    server: Server
    prefix: str
    transport: Literal["buffered", "framed"]
    protocol: Literal["binary", "compact"]
    admin: Server | None

    @property
    def shown(self) -> str:
        return f"{self.server[0]}:{self.server[1]}"

    def table(self, name: str) -> str:
        return f"{self.prefix}_{name}"

    def options(self) -> dict[str, Any]:
        """Arguments of a happybase connection."""
        host, port = self.server
        kind = {"transport": self.transport, "protocol": self.protocol}
        return {"host": host, "port": port, "timeout": TIMEOUT_MS, "table_prefix": self.prefix, **kind}


def parse(url: str) -> Address:
    """Raises ConfigError."""
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    unknown = sorted(set(options) - set(OPTIONS))
    if unknown or parts.path.strip("/") or "@" in parts.netloc:
        raise ConfigError(f"{VARIABLE}: does not know {', '.join(unknown) or 'users or paths'}; {_SHAPE}")
    prefix = options.get("prefix", "catchment")
    if not _PREFIX.fullmatch(prefix):
        raise ConfigError(f"{VARIABLE}: prefix {prefix!r} must be letters, digits and underscores")
    admin = _server(options["thrift2"]) if "thrift2" in options else None
    return Address(_server(parts.netloc), prefix, _transport(options), _protocol(options), admin)


def _server(text: str) -> Server:
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ConfigError(f"{VARIABLE}: {text!r} is no host:port; {_SHAPE}") from error
    if not host or not port:
        raise ConfigError(f"{VARIABLE}: {text!r} is no host:port; {_SHAPE}")
    return host, port


def _transport(options: dict[str, str]) -> Literal["buffered", "framed"]:
    match options.get("transport", "buffered"):
        case "buffered":
            return "buffered"
        case "framed":
            return "framed"
        case other:
            raise ConfigError(f"{VARIABLE}: transport {other!r} is neither buffered nor framed")


def _protocol(options: dict[str, str]) -> Literal["binary", "compact"]:
    match options.get("protocol", "binary"):
        case "binary":
            return "binary"
        case "compact":
            return "compact"
        case other:
            raise ConfigError(f"{VARIABLE}: protocol {other!r} is neither binary nor compact")
