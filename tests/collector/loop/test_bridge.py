"""Ports that are away for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from collector.loop.bridge import Bridge
from kit.clock import SystemClock
from kit.errors import BackendUnavailable


def with_bridge(use: Callable[[Bridge], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        bridge = Bridge(SystemClock(), 1)
        try:
            return await use(bridge)
        finally:
            bridge.close()

    return asyncio.run(run())


def test_an_outage_is_outlasted_within_its_limit() -> None:
    calls: list[int] = []

    def port() -> str:
        calls.append(1)
        if len(calls) < 3:
            raise BackendUnavailable("away")
        return "back"

    assert with_bridge(lambda bridge: bridge.insist(5.0, port)) == "back"
    assert len(calls) == 3


def test_a_longer_outage_comes_through_as_its_error() -> None:
    def port() -> None:
        raise BackendUnavailable("away")

    with pytest.raises(BackendUnavailable):
        with_bridge(lambda bridge: bridge.insist(0.05, port))
