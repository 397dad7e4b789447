"""Connections pinned to a checked address (F2), kept per origin, behind the transport interface of httpx.

One client per origin and address: measured several times faster than one shared pool, and no client can reach a second address.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import httpx
from pyreqwest.client import ClientBuilder
from pyreqwest.compatibility.httpx import HttpxTransport
from pyreqwest.compatibility.httpx._internal import map_exception
from pyreqwest.exceptions import PyreqwestError
from pyreqwest.http import Url as WireUrl

from collector.fetch import proxies
from collector.fetch.plain import PlainTransport
from collector.fetch.proxies import Tunnel
from collector.fetch.wire import Asked, Exchanging, WireAnswer
from kit.clock import Clock
from kit.settings import Settings
from kit.url_parse import Url

MAX_CLIENTS: Final = 512
IDLE_SECONDS: Final = 120.0
Connect = Callable[[Url, str, Settings], httpx.AsyncBaseTransport]


@dataclass(slots=True)
class Taken:
    """An open transport and how many use it at the moment."""

    transport: httpx.AsyncBaseTransport
    users: int = 0
    used_at: float = 0.0


class Transports:
    """At most MAX_CLIENTS open clients; the least recently used idle one is closed first. For one event loop."""

    def __init__(self, settings: Settings, clock: Clock, connect: Connect | None = None) -> None:
        self._settings = settings
        self._clock = clock
        self._connect = connect or CONNECTS[settings.transport]
        self._kept: OrderedDict[tuple[str, str, str], Taken] = OrderedDict()

    def take(self, url: Url, address: str, proxy: str = "") -> Taken:
        """The transport that connects to `address` for the origin of `url`, through `proxy` where one is named; to be given back."""
        key = (url.origin, address, proxy)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = Taken(self._opened(url, address, proxy))
        kept.users += 1
        kept.used_at = self._clock.monotonic()
        self._kept.move_to_end(key)
        return kept

    async def give_back(self, taken: Taken) -> None:
        taken.users -= 1
        await self._close_surplus()

    def _opened(self, url: Url, address: str, proxy: str) -> httpx.AsyncBaseTransport:
        if not proxy:
            return self._connect(url, address, self._settings)
        return PlainTransport(url, address, self._settings, Tunnel(proxies.parse(proxy), address))

    async def close(self) -> None:
        kept, self._kept = self._kept, OrderedDict()
        await asyncio.gather(*(one.transport.aclose() for one in kept.values()), return_exceptions=True)

    async def _close_surplus(self) -> None:
        oldest = self._clock.monotonic() - IDLE_SECONDS
        first = next(iter(self._kept.values()), None)
        if first is None or (len(self._kept) <= MAX_CLIENTS and first.used_at > oldest):
            return
        for key, kept in list(self._oldest()):
            if len(self._kept) <= MAX_CLIENTS and kept.used_at > oldest:
                return
            if not kept.users:
                del self._kept[key]
                await kept.transport.aclose()

    def _oldest(self) -> list[tuple[tuple[str, str, str], Taken]]:
        first = []
        for item in self._kept.items():
            first.append(item)
            if len(first) == 4:
                break
        return first


class PinnedTransport(HttpxTransport, Exchanging):
    """Refuses a request whose host the wire library reads differently than we do: it would look that name up itself."""

    def __init__(self, url: Url, address: str, settings: Settings) -> None:
        super().__init__(_builder(url, address, settings).build())
        self._host, self._scheme = url.host, url.scheme

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._check(str(request.url))
        return await super().handle_async_request(request)

    async def exchange(self, asked: Asked) -> WireAnswer:
        self._check(asked.url)
        builder = self._client.request(asked.method, asked.url).headers(asked.headers)
        request = (builder.body_bytes(asked.body) if asked.body else builder).build_streamed()
        try:
            response = await request.__aenter__()
        except PyreqwestError as error:
            if mapped := map_exception(error, asked.for_httpx()):
                raise mapped from error
            raise
        try:
            return WireAnswer(request, response)
        except BaseException:
            await request.__aexit__(None, None, None)
            raise

    def _check(self, url: str) -> None:
        read = WireUrl(url)
        if read.scheme != self._scheme or read.host_str != self._host:
            raise httpx.UnsupportedProtocol(f"two readings of {url}")


def pinned(url: Url, address: str, settings: Settings) -> httpx.AsyncBaseTransport:
    return PinnedTransport(url, address, settings)


CONNECTS: Final[dict[str, Connect]] = {"fast": pinned, "plain": PlainTransport}


def _builder(url: Url, address: str, settings: Settings) -> ClientBuilder:
    builder = ClientBuilder().no_proxy().follow_redirects(False).referer(False).http2(True)
    if url.scheme == "http":
        # This client never speaks TLS, and loading the root certificates would take most of the time that opening it takes.
        builder = builder.danger_accept_invalid_certs(True)
    builder = builder.gzip(False).brotli(False).zstd(False).deflate(False)
    builder = builder.connect_timeout(timedelta(seconds=settings.connect_seconds))
    builder = builder.read_timeout(timedelta(seconds=settings.read_seconds))
    builder = builder.pool_max_idle_per_host(8).pool_idle_timeout(timedelta(seconds=30))
    builder = builder.http1_ignore_invalid_headers_in_responses(True)
    builder = builder.http1_allow_spaces_after_header_name_in_responses(True)
    builder = builder.http1_allow_obsolete_multiline_headers_in_responses(True)
    return builder.resolve(url.host, address, 0)
