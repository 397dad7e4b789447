"""Places and turns: a slow site holds few slots, and tasks sent away come back spread out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from collector.loop.bridge import Bridge
from collector.loop.courtesy import Courtesy
from collector.loop.errors import HandBack
from kit.clock import SystemClock
from kit.contracts.config import SourceConfig
from kit.contracts.task import Claim, Task

SOURCE = SourceConfig(1, 1, "COLUMN", "n", "http://a.example/", "AUTO", None, 5, "UTC", 2.0, 1, 1, {}, {})


class Rates:
    """Grants after `waits` have been used up; places by count."""

    def __init__(self, *waits: int) -> None:
        self.waits = list(waits)
        self.asked: list[Sequence[tuple[str, float]]] = []
        self.inside: set[str] = set()

    def acquire(self, keys: Sequence[tuple[str, float]], *, now_ms: int) -> int:
        self.asked.append(keys)
        return self.waits.pop(0) if self.waits else 0

    def enter(self, key: str, holder: str, limit: int, *, ttl_ms: int, now_ms: int) -> bool:
        if len(self.inside) >= limit:
            return False
        self.inside.add(holder)
        return True

    def leave(self, key: str, holder: str) -> None:
        self.inside.discard(holder)


def claim(number: int) -> Claim:
    return Claim(Task(f"src_1_20260101000{number}", 1, "COLUMN", 1, 0, 0), "w", 1, 0)


def run(rates: Rates, use: Any, host_places: int = 10) -> None:
    async def main() -> None:
        bridge = Bridge(SystemClock(), 2)
        await use(Courtesy(rates, bridge, host_places))
        bridge.close()

    asyncio.run(main())


def test_a_short_wait_is_waited_and_a_long_one_goes_back_to_the_queue() -> None:
    rates = Rates(10, 20, 0, 60_000)

    async def use(courtesy: Courtesy) -> None:
        await courtesy.turn(SOURCE, "a.example", delay_s=0)
        assert len(rates.asked) == 3
        with pytest.raises(HandBack) as back:
            await courtesy.turn(SOURCE, "a.example", delay_s=0)
        assert back.value.delay_ms >= 60_000

    run(rates, use)


def test_the_slower_of_rate_and_crawl_delay_holds_for_source_and_host() -> None:
    rates = Rates()

    async def use(courtesy: Courtesy) -> None:
        await courtesy.turn(SOURCE, "a.example", delay_s=4)
        await courtesy.turn(msgspec.structs.replace(SOURCE, rate=0), "a.example", delay_s=4)
        await courtesy.turn(msgspec.structs.replace(SOURCE, rate=0), "a.example", delay_s=0)

    run(rates, use)
    assert rates.asked == [(("source:1", 0.25), ("host:a.example", 0.25))] * 2


def test_a_full_source_sends_tasks_away_one_behind_the_other() -> None:
    async def use(courtesy: Courtesy) -> None:
        async with courtesy.place(claim(1), SOURCE, "a.example", 10):
            delays = []
            for number in range(2, 6):
                with pytest.raises(HandBack) as back:
                    async with courtesy.place(claim(number), SOURCE, "a.example", 10):
                        pass
                delays.append(back.value.delay_ms)
            assert delays == sorted(delays)
            assert delays[-1] - delays[0] >= 1400
        async with courtesy.place(claim(6), SOURCE, "a.example", 10):
            pass

    run(Rates(), use)


def test_one_host_holds_only_its_share_of_the_slots_whatever_the_source() -> None:
    free = msgspec.structs.replace(SOURCE, concurrency=0)

    async def use(courtesy: Courtesy) -> None:
        async with courtesy.place(claim(1), free, "a.example", 10), courtesy.place(claim(2), free, "a.example", 10):
            with pytest.raises(HandBack, match="host_full"):
                async with courtesy.place(claim(3), free, "a.example", 10):
                    pass
            async with courtesy.place(claim(4), free, "b.example", 10):
                pass
        assert not courtesy._at_host

    run(Rates(), use, host_places=2)


def test_a_host_that_answers_quickly_may_use_every_slot() -> None:
    free = msgspec.structs.replace(SOURCE, concurrency=0)

    async def use(courtesy: Courtesy) -> None:
        courtesy.answered("a.example", 0.1)
        async with courtesy.place(claim(1), free, "a.example", 10), courtesy.place(claim(2), free, "a.example", 10):
            pass
        for _ in range(20):
            courtesy.answered("a.example", 30.0)
        async with courtesy.place(claim(1), free, "a.example", 10):
            with pytest.raises(HandBack, match="host_full"):
                async with courtesy.place(claim(2), free, "a.example", 10):
                    pass

    run(Rates(), use, host_places=1)


def test_a_host_that_named_a_time_is_left_alone_until_then_and_others_are_not() -> None:
    async def use(courtesy: Courtesy) -> None:
        courtesy.answered("a.example", 0.1, rest_s=30.0)
        with pytest.raises(HandBack) as back:
            await courtesy.turn(SOURCE, "a.example", delay_s=0)
        assert (back.value.reason, back.value.delay_ms >= 29_000) == ("retry_after", True)
        await courtesy.turn(SOURCE, "b.example", delay_s=0)

    run(Rates(), use)
