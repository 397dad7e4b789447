"""A secret of a source, in the clear: only ever in the memory of a process that needs it, sealed everywhere else (F1)."""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urlsplit

from msgspec import Struct

from kit import urls
from kit.errors import InvalidInput

SecretKind = Literal["basic", "bearer", "header", "values"]


class Secret(Struct, frozen=True):
    """What one source may present, and where: `origin` is `scheme://host[:port]` of any scheme, and nothing else is ever sent it.

    `values` by kind: basic {username, password}; bearer {token}; header {name, value}; values: named as the operator named them, for
    kinds that put a key into a query, a signature or a connection. `{secret.NAME}` in an address or header stands for one of them.
    """

    kind: SecretKind
    origin: str
    values: dict[str, str]

    def is_for(self, address: str) -> bool:
        """Whether it may be sent to `address`, a URL of any scheme: the same origin, or the same host after its move to https."""
        asked = origin_of(address)
        return bool(asked) and asked in (self.origin, self.origin.replace("http://", "https://", 1))

    def __repr__(self) -> str:
        return f"Secret({self.kind} for {self.origin})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("kind", self.kind), ("origin", self.origin)]


def origin_of(address: str) -> str:
    """`scheme://host[:port]` of an address of any scheme, without user and password; empty for what is no address."""
    try:
        return urls.origin(address)
    except InvalidInput:
        pass
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return ""
    if not parts.scheme or not host or parts.scheme in ("http", "https"):
        return ""
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")
