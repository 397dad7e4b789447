"""What an `elasticsearch+http(s)://` URL says: nodes, credentials, and the prefix of our indexes' names (`catchment`).

`elasticsearch+https://[user:password@]host:port[,host:port…][/prefix][?ca=/file.pem&api_key=…]`
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from elasticsearch import Elasticsearch

from kit.errors import ConfigError
from kit.ports.index import IndexName

VARIABLE = "CATCHMENT_INDEX_URL"
OPTIONS = ("ca", "api_key")
REQUEST_SECONDS = 30.0
RETRIES = 2
_NODE = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):\d{1,5}")
_PREFIX = re.compile(r"[a-z0-9][a-z0-9_-]{0,80}")
_SHAPE = f"expected elasticsearch+http(s)://user:password@host:port/prefix, options {', '.join(OPTIONS)}"


@dataclass(frozen=True, slots=True)
class Address:
    """`servers` may be shown to people; `options` may hold secrets."""

    servers: str
    prefix: str
    options: dict[str, Any] = field(repr=False)

    def alias(self, index: IndexName) -> str:
        """What searches ask: all months of an index."""
        return f"{self.prefix}-{index}"

    def connect(self) -> Elasticsearch:
        return Elasticsearch(
            request_timeout=REQUEST_SECONDS,
            max_retries=RETRIES,
            retry_on_timeout=True,
            retry_on_status=(502, 503, 504),
            **self.options,
        )


def parse(url: str) -> Address:
    """Raises ConfigError, without repeating secrets."""
    parts = urlsplit(url.removeprefix("elasticsearch+"))
    user, _, servers = parts.netloc.rpartition("@")
    options, prefix = dict(parse_qsl(parts.query)), parts.path.strip("/") or "catchment"
    nodes = servers.split(",")
    if not all(_NODE.fullmatch(node) for node in nodes):
        raise ConfigError(f"{VARIABLE}: {servers!r} names no nodes; {_SHAPE}")
    if unknown := sorted(set(options) - set(OPTIONS)):
        raise ConfigError(f"{VARIABLE}: does not know {', '.join(unknown)}; {_SHAPE}")
    if not _PREFIX.fullmatch(prefix):
        raise ConfigError(f"{VARIABLE}: prefix {prefix!r} must be lower-case letters, digits, dashes and underscores")
    hosts = {"hosts": [f"{parts.scheme}://{node}" for node in nodes]}
    return Address(servers, prefix, {**hosts, **_credentials(user, options)})


def _credentials(user: str, options: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if user:
        name, _, password = user.partition(":")
        found["basic_auth"] = (unquote(name), unquote(password))
    if "api_key" in options:
        found["api_key"] = options["api_key"]
    if len(found) > 1:
        raise ConfigError(f"{VARIABLE}: give either user:password@ or api_key, not both")
    if "ca" in options:
        found["ca_certs"] = options["ca"]
    return found
