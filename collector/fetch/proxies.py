"""Proxies: a tunnel to the checked address through one of a source's, taking turns; one that fails rests for a while."""

from __future__ import annotations

import base64
import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

import httpcore
from httpcore import AsyncNetworkStream

from collector.fetch.tcp import TcpBackend
from kit.clock import Clock
from kit.errors import ConfigError

DIRECT: Final = "direct"
FIRST_REST_S: Final = 30.0
LONGEST_REST_S: Final = 3600.0
_HEAD_BYTES: Final = 8192
_ABOUT_TARGET: Final = frozenset({"403", "404", "502", "503", "504"})
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP proxy that lets CONNECT through, reached in the clear (http) or by TLS (https). Does not show its password."""

    scheme: str
    host: str
    port: int
    authorization: str = ""

    def __repr__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"


def parse(text: str) -> Proxy:
    """`http(s)://[user:password@]host[:port]`. Raises ConfigError, without repeating the text."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port or _DEFAULT_PORTS[parts.scheme]
        if not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
            raise ValueError(parts.scheme)
    except (ValueError, KeyError) as error:
        raise ConfigError("a proxy must be like http://host:port or https://user:password@host:port") from error
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}" if parts.username else ""
    return Proxy(parts.scheme, parts.hostname, port, base64.b64encode(pair.encode()).decode() if pair else "")


class ProxyDown(httpcore.ProxyError):
    """The proxy itself cannot be used; other refusals may be about the target."""


class Proxies:
    """Takes turns among those that are well. For one event loop."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._turn = 0
        self._rests: dict[str, tuple[float, float]] = {}

    def order(self, texts: Sequence[str]) -> list[str]:
        """Those to try, one after the other: the well ones by turn, then the one whose rest ends first."""
        now = self._clock.monotonic()
        self._turn += 1
        turned = [texts[(self._turn + place) % len(texts)] for place in range(len(texts))]
        well = [text for text in turned if self._rests.get(text, (0.0, 0.0))[0] <= now]
        ill = sorted((text for text in turned if text not in well), key=lambda text: self._rests[text][0])
        return well or ill[:1]

    def failed(self, text: str) -> None:
        """Rests, twice as long each time."""
        rest = min(max(FIRST_REST_S, self._rests.get(text, (0.0, 0.0))[1] * 2), LONGEST_REST_S)
        self._rests[text] = (self._clock.monotonic() + rest, rest)

    def worked(self, text: str) -> None:
        self._rests.pop(text, None)


class Tunnel(TcpBackend):
    """Streams to one checked address through a proxy. The proxy is given the address, never the name, so that it cannot resolve it anew."""

    def __init__(self, proxy: Proxy, address: str) -> None:
        super().__init__()
        self._proxy = proxy
        self._address = f"[{address}]" if ":" in address else address

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 -- the interface of httpcore
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> AsyncNetworkStream:
        """Raises ProxyDown, or httpcore.ProxyError for what the proxy says of the target."""
        proxy = self._proxy
        try:
            stream = await self._inner.connect_tcp(proxy.host, proxy.port, timeout, local_address, socket_options)
            if proxy.scheme == "https":
                stream = await stream.start_tls(ssl.create_default_context(), proxy.host, timeout)
            await stream.write(self._hello(port), timeout)
            answer = await _head(stream, timeout)
        except (httpcore.NetworkError, httpcore.TimeoutException, OSError) as error:
            raise ProxyDown(f"{proxy!r}: {error or type(error).__name__}") from error
        status = (answer.split(b" ", 2) + [b"", b""])[1][:20].decode("latin-1")
        if status != "200":
            await stream.aclose()
            problem = f"{proxy!r} answered CONNECT with {status!r}"
            raise httpcore.ProxyError(problem) if status in _ABOUT_TARGET else ProxyDown(problem)
        return stream

    def _hello(self, port: int) -> bytes:
        target = f"{self._address}:{port}"
        lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}"]
        if self._proxy.authorization:
            lines.append(f"Proxy-Authorization: Basic {self._proxy.authorization}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _head(stream: AsyncNetworkStream, seconds: float | None) -> bytes:
    head = b""
    while b"\r\n\r\n" not in head:
        more = await stream.read(1024, seconds)
        head += more
        if not more or len(head) > _HEAD_BYTES:
            raise httpcore.ReadError("no answer to CONNECT")
    return head
