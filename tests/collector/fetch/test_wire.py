"""One exchange: the same answer by the fast way and by the interface of httpx, and connections that serve again."""

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest

from collector.fetch.plain import PlainTransport
from collector.fetch.transports import PinnedTransport
from collector.fetch.wire import Asked, exchange
from kit.settings import Settings
from kit.url_parse import parse

BODY = b"0123456789" * 3
PINNED: list[type[httpx.AsyncBaseTransport]] = [PinnedTransport, PlainTransport]


class Site:
    """Sends the body in pieces; counts connections and keeps the heads that it was sent."""

    def __init__(self) -> None:
        self.connections = 0
        self.heads: list[bytes] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                self.heads.append(head)
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 30\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n")
                for piece in (BODY[:10], BODY[10:20], BODY[20:]):
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()


def on(kind: type[httpx.AsyncBaseTransport], run: Callable[[httpx.AsyncBaseTransport, str], Awaitable[None]]) -> Site:
    site = Site()

    async def serving() -> None:
        server = await asyncio.start_server(site.serve, "127.0.0.1", 0)
        url = f"http://pinned.example:{server.sockets[0].getsockname()[1]}/page?q=1"
        transport = kind(parse(url), "127.0.0.1", Settings())  # type: ignore[call-arg]
        try:
            await run(transport, url)
        finally:
            await transport.aclose()
            server.close()

    asyncio.run(asyncio.wait_for(serving(), 60))
    return site


@pytest.mark.parametrize("kind", PINNED)
def test_head_and_body_arrive_and_the_connection_serves_again(kind: type[httpx.AsyncBaseTransport]) -> None:
    async def run(transport: httpx.AsyncBaseTransport, url: str) -> None:
        for _ in range(3):
            answer = await exchange(transport, Asked("GET", url, {"user-agent": "ours", "x-one": "1"}))
            assert answer.status == 200
            cookies = [value for name, value in answer.pairs if name.lower() == "set-cookie"]
            assert cookies == ["a=1", "b=2"]
            assert await answer.read(30) == BODY
            await answer.close()

    site = on(kind, run)
    assert site.connections == 1
    first = site.heads[0].lower()
    assert first.startswith(b"get /page?q=1 http/1.1\r\n")
    assert b"host: pinned.example:" in first
    assert b"user-agent: ours\r\n" in first
    assert b"x-one: 1\r\n" in first


@pytest.mark.parametrize("kind", PINNED)
def test_a_body_larger_than_the_limit_is_none(kind: type[httpx.AsyncBaseTransport]) -> None:
    async def run(transport: httpx.AsyncBaseTransport, url: str) -> None:
        answer = await exchange(transport, Asked("GET", url, {}))
        assert await answer.read(29) is None
        await answer.close()

    on(kind, run)


@pytest.mark.parametrize("kind", PINNED)
def test_a_body_is_sent_with_its_length(kind: type[httpx.AsyncBaseTransport]) -> None:
    async def run(transport: httpx.AsyncBaseTransport, url: str) -> None:
        answer = await exchange(transport, Asked("POST", url, {"content-type": "text/plain"}, b"abc"))
        await answer.close()

    assert b"content-length: 3\r\n" in on(kind, run).heads[0].lower()


def test_a_closed_port_is_an_error_of_httpx() -> None:
    async def run() -> None:
        transport = PinnedTransport(parse("http://a.example:1/"), "127.0.0.1", Settings())
        with pytest.raises(httpx.ConnectError):
            await transport.exchange(Asked("GET", "http://a.example:1/", {}))
        await transport.aclose()

    asyncio.run(run())
