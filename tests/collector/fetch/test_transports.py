"""Clients per origin: reused, bounded, and never closed while somebody reads."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import httpx
import pytest

from collector.fetch import transports
from collector.fetch.transports import PinnedTransport, Transports
from collector.fetch.wire import Asked
from kit.clock import ManualClock
from kit.settings import Settings
from kit.url_parse import Url, parse


class Made(httpx.AsyncBaseTransport):
    def __init__(self) -> None:
        self.closed = False

    async def aclose(self) -> None:
        self.closed = True


def kept(limit: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Transports, ManualClock, list[Made]]:
    made: list[Made] = []

    def connect(_url: Url, _address: str, _settings: Settings) -> httpx.AsyncBaseTransport:
        made.append(Made())
        return made[-1]

    monkeypatch.setattr(transports, "MAX_CLIENTS", limit)
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    return Transports(Settings(), clock, connect), clock, made


async def visit(store: Transports, host: str, address: str = "1.1.1.1") -> None:
    await store.give_back(store.take(parse(f"http://{host}/"), address))


def test_one_client_serves_an_origin_and_address(monkeypatch: pytest.MonkeyPatch) -> None:
    store, _, made = kept(10, monkeypatch)

    async def run() -> None:
        await visit(store, "a.example")
        await visit(store, "a.example")
        await visit(store, "a.example:81")
        await visit(store, "a.example", "2.2.2.2")
        await store.close()

    asyncio.run(run())
    assert len(made) == 3
    assert all(one.closed for one in made)


def test_the_oldest_idle_client_is_closed_first_and_busy_ones_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    store, _, made = kept(2, monkeypatch)

    async def run() -> None:
        busy = store.take(parse("http://busy.example/"), "1.1.1.1")
        for number in range(5):
            await visit(store, f"{number}.example.org")
        assert not made[0].closed
        await store.give_back(busy)
        assert sum(not one.closed for one in made) <= 2

    asyncio.run(run())


def test_clients_that_nobody_uses_are_closed_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    store, clock, made = kept(10, monkeypatch)

    async def run() -> None:
        await visit(store, "a.example")
        clock.advance(transports.IDLE_SECONDS + 1)
        await visit(store, "b.example")

    asyncio.run(run())
    assert [one.closed for one in made] == [True, False]


def test_a_pinned_client_refuses_a_host_that_it_is_not_pinned_to() -> None:
    async def run() -> None:
        transport = PinnedTransport(parse("http://a.example/"), "127.0.0.1", Settings())
        with pytest.raises(httpx.UnsupportedProtocol):
            await transport.handle_async_request(httpx.Request("GET", "http://b.example/"))
        with pytest.raises(httpx.UnsupportedProtocol):
            await transport.handle_async_request(httpx.Request("GET", "https://a.example/"))
        with pytest.raises(httpx.UnsupportedProtocol):
            await transport.exchange(Asked("GET", "http://b.example/", {}))
        await transport.aclose()

    asyncio.run(run())
