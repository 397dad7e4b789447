"""Proxies take turns, rest when they fail, and are asked for the checked address alone."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from collector.fetch import Fetched, Fetcher, FetchRequest
from collector.fetch.proxies import Proxies, parse
from collector.fetch.resolve import Resolver
from kit.clock import ManualClock, SystemClock
from kit.contracts.task import FailureClass
from kit.errors import ConfigError
from kit.settings import Settings

CLOCK = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Middle:
    """A CONNECT proxy; `answer` replaces its 200."""

    port: int = 0
    answer: bytes = b"HTTP/1.1 200 OK\r\n\r\n"
    asked: list[bytes] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def middle(answer: bytes = Middle.answer) -> Iterator[Middle]:
    proxy = Middle(answer=answer)
    with socket.create_server(("127.0.0.1", 0)) as server:
        proxy.port = server.getsockname()[1]
        threading.Thread(target=_serve, args=(server, proxy), daemon=True).start()
        yield proxy


def _serve(server: socket.socket, proxy: Middle) -> None:
    with suppress(OSError):
        while True:
            connection, _ = server.accept()
            threading.Thread(target=_join, args=(connection, proxy), daemon=True).start()


def _join(connection: socket.socket, proxy: Middle) -> None:
    head = connection.recv(4096)
    proxy.asked.append(head)
    connection.sendall(proxy.answer)
    if b" 200 " not in proxy.answer:
        connection.close()
        return
    host, _, port = head.split(b" ")[1].decode().rpartition(":")
    with suppress(OSError), socket.create_connection((host, int(port))) as far:
        threading.Thread(target=_pump, args=(far, connection), daemon=True).start()
        _pump(connection, far)


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)


def fetch(url: str, *proxies: str, names: dict[str, list[str]] | None = None) -> Fetched:
    settings, clock = Settings(allow_private=("127.0.0.0/8",)), SystemClock()

    async def lookup(host: str) -> list[str]:
        return (names or {})[host]

    async def run() -> Fetched:
        fetcher = Fetcher(settings, clock, resolver=Resolver(settings, clock, lookup))
        try:
            return await fetcher.fetch(FetchRequest(url, proxies=proxies))
        finally:
            await fetcher.close()

    return asyncio.run(run())


def test_a_page_comes_through_the_proxy_which_sees_the_checked_address_only(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("through")
    with middle() as proxy:
        got = fetch(
            site.url("/", "news.example"),
            proxy.url.replace("//", "//li:p%40ss@"),
            names={"news.example": ["127.0.0.1"]},
        )
    assert (got.body, len(site.asked)) == (b"through", 1)
    assert f"news.example:{site.port}".encode() in site.asked[0]
    (hello,) = proxy.asked
    assert hello.startswith(f"CONNECT 127.0.0.1:{site.port} HTTP/1.1".encode())
    assert b"news.example" not in hello
    assert b"Proxy-Authorization: Basic bGk6cEBzcw==" in hello


def test_an_address_that_is_not_public_is_refused_before_any_proxy_is_asked() -> None:
    with middle() as proxy:
        got = fetch("http://inside.example/", proxy.url, names={"inside.example": ["10.0.0.1"]})
    assert (got.failure, proxy.asked) == (FailureClass.BLOCKED, [])


def test_when_one_proxy_is_down_the_next_one_serves(site: Any, answer: Any) -> None:
    site.pages["/"] = answer("through")
    with socket.create_server(("127.0.0.1", 0)) as closed:
        dead = f"http://127.0.0.1:{closed.getsockname()[1]}"
    with middle() as proxy, middle(b"HTTP/1.1 407 No\r\n\r\n") as refusing:
        assert fetch(site.url(), dead, refusing.url, proxy.url).body == b"through"
        assert fetch(site.url(), dead, "direct").body == b"through"
        got = fetch(site.url(), refusing.url)
    assert (got.failure, "407" in got.detail) == (FailureClass.CONNECT, True)


def test_a_proxy_that_fails_rests_longer_each_time_and_the_others_take_turns() -> None:
    clock = ManualClock(CLOCK)
    proxies, texts = Proxies(clock), ["a", "b", "c"]
    assert {proxies.order(texts)[0] for _ in range(3)} == {"a", "b", "c"}
    proxies.failed("b")
    assert all("b" not in proxies.order(texts) for _ in range(3))
    clock.advance(31)
    assert "b" in proxies.order(texts)
    proxies.failed("b")
    clock.advance(31)
    assert "b" not in proxies.order(texts)
    proxies.worked("b")
    assert "b" in proxies.order(texts)


def test_when_all_rest_the_one_that_is_done_first_is_tried() -> None:
    clock = ManualClock(CLOCK)
    proxies = Proxies(clock)
    proxies.failed("a")
    clock.advance(5)
    proxies.failed("b")
    assert proxies.order(["b", "a"]) == ["a"]


@pytest.mark.parametrize(
    "text", ["", "socks4://a", "a:80", "http://", "http://a/path", "http://a:99999", "http://li:secret@"]
)
def test_what_is_no_proxy_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(ConfigError, match="a proxy must be like") as refused:
        parse(text)
    assert "secret" not in str(refused.value)
    assert "secret" not in repr(parse("http://li:secret@proxy.test:3128"))
