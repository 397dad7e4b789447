"""The tolerant way: one exchange over httpcore, for answers with raw bytes in headers, very long heads, and older TLS stacks."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterable
from functools import cache
from typing import Final

import httpcore
import httpx
from httpcore import AsyncNetworkBackend, AsyncNetworkStream

from collector.fetch.tcp import TcpBackend
from kit.settings import Settings
from kit.url_parse import DEFAULT_PORTS, Url

KEPT_CONNECTIONS: Final = 8
KEPT_SECONDS: Final = 30.0


class PinnedBackend(TcpBackend):
    """Connects to one address whatever name is asked for; TLS still checks the name."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 -- the interface of httpcore
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> AsyncNetworkStream:
        return await self._inner.connect_tcp(self._address, port, timeout, local_address, socket_options)


class PlainTransport(httpx.AsyncBaseTransport):
    """Used once for each answer that the fast transport could not read, or for everything (CATCHMENT_TRANSPORT=plain)."""

    def __init__(self, url: Url, address: str, settings: Settings, backend: AsyncNetworkBackend | None = None) -> None:
        self._url = url
        self._timeout = {
            "connect": settings.connect_seconds,
            "read": settings.read_seconds,
            "write": settings.read_seconds,
            "pool": settings.connect_seconds,
        }
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=_lenient_tls(),
            max_connections=None,
            max_keepalive_connections=KEPT_CONNECTIONS,
            keepalive_expiry=KEPT_SECONDS,
            network_backend=backend or PinnedBackend(address),
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = self._url
        answer = await self._pool.handle_async_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=url.scheme.encode(),
                    host=url.host.strip("[]").encode(),
                    port=url.port or DEFAULT_PORTS[url.scheme],
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.content,
                extensions={"timeout": self._timeout},
            )
        )
        return httpx.Response(answer.status, headers=answer.headers, stream=_Stream(answer))

    async def aclose(self) -> None:
        await self._pool.aclose()


class _Stream(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._answer.aiter_stream():
            yield chunk

    async def aclose(self) -> None:
        await self._answer.aclose()


@cache
def _lenient_tls() -> ssl.SSLContext:
    """Certificates are checked as ever; older key exchanges and renegotiation are allowed, as many public servers still need them."""
    context = ssl.create_default_context()
    context.set_ciphers("DEFAULT:@SECLEVEL=1")
    context.options |= getattr(ssl, "OP_LEGACY_SERVER_CONNECT", 0x4)
    return context
