"""Slots of tasks that wait for a slow host are used by others."""

from __future__ import annotations

import asyncio

import pytest

from collector.loop import lending
from collector.loop.lending import Lending


class Slots:
    def __init__(self) -> None:
        self.free = 0

    def give(self) -> None:
        self.free += 1

    def take(self) -> None:
        self.free -= 1


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lending, "AFTER_S", 0.0)


async def wait_in(one: Lending, done: asyncio.Event) -> None:
    async with one.waiting():
        await done.wait()


def test_long_wait_lends_its_slot_and_takes_it_back() -> None:
    slots, one = Slots(), Lending(2)
    one.connect(slots.give, slots.take)

    async def run() -> list[int]:
        seen, done = [], asyncio.Event()
        waits = [asyncio.create_task(wait_in(one, done)) for _ in range(3)]
        await asyncio.sleep(0.05)
        seen.append(slots.free)
        done.set()
        await asyncio.gather(*waits)
        return [*seen, slots.free]

    assert asyncio.run(run()) == [2, 0]


def test_wait_that_is_broken_off_takes_its_slot_back(monkeypatch: pytest.MonkeyPatch) -> None:
    slots, one = Slots(), Lending(2)
    one.connect(slots.give, slots.take)

    async def run() -> None:
        waits = asyncio.create_task(wait_in(one, asyncio.Event()))
        await asyncio.sleep(0.05)
        assert slots.free == 1
        waits.cancel()
        await asyncio.wait({waits})

    asyncio.run(run())
    assert slots.free == 0


def test_short_wait_lends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lending, "AFTER_S", 60.0)
    slots, one = Slots(), Lending(2)
    one.connect(slots.give, slots.take)

    async def run() -> None:
        done = asyncio.Event()
        done.set()
        await wait_in(one, done)

    asyncio.run(run())
    assert slots.free == 0
