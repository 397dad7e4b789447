"""Being a good guest: places per source, requests per second per source and host, and tasks that wait elsewhere than in a slot (K5)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from collector.loop.bounded import Recent
from collector.loop.bridge import Bridge
from collector.loop.errors import HandBack
from collector.loop.lending import Lending
from kit.contracts.config import SourceConfig
from kit.contracts.task import Claim, WaitCause
from kit.errors import RetriableError
from kit.ports.cache import RateLimiter

PATIENCE_S: Final = 2.0
LONGEST_DELAY_S: Final = 60.0
LONGEST_REST_S: Final = 3600.0
FULL_PAUSE_S: Final = 1.0
SLOW_S: Final = 1.0


class Courtesy:
    """For one event loop; `host_places` bounds how many of this process's tasks one host may hold at once. `lending`: see there."""

    def __init__(self, rates: RateLimiter, bridge: Bridge, host_places: int, lending: Lending | None = None) -> None:
        self.lending = lending or Lending(0)
        self._rates = rates
        self._bridge = bridge
        self._host_places = host_places
        self._at_host: dict[str, dict[str, float]] = {}
        self._pace: Recent[str, float] = Recent(4096)
        self._resting: Recent[str, float] = Recent(4096)
        self._returning: Recent[str, float] = Recent(4096)

    @contextlib.asynccontextmanager
    async def place(self, claim: Claim, source: SourceConfig, host: str, seconds: float) -> AsyncIterator[None]:
        """One of the source's and the host's places for at most `seconds`. Raises HandBack when they are taken.

        A host that answers quickly may use every slot; one that is slow now, or was, only its share.
        """
        inside = self._at_host.get(host, {})
        if len(inside) >= self._host_places and self._is_slow(host, inside):
            raise HandBack(self._return_delay_ms(f"host:{host}", source.rate), WaitCause.HOST_FULL)
        inside = self._at_host.setdefault(host, inside)
        inside[claim.task.id] = self._bridge.clock.monotonic()
        try:
            async with self._source_place(claim, source, seconds):
                yield
        finally:
            inside.pop(claim.task.id, None)
            if not inside:
                self._at_host.pop(host, None)

    def answered(self, host: str, seconds: float, *, rest_s: float = 0.0) -> None:
        """Remembers how long a host takes to answer, and how long it wants to be left alone (Retry-After)."""
        if rest_s > 0:
            self._resting.put(host, self._bridge.clock.monotonic() + min(rest_s, LONGEST_REST_S))
        before = self._pace.get(host)
        self._pace.put(host, seconds if before is None else 0.8 * before + 0.2 * seconds)

    async def turn(self, source: SourceConfig, host: str, *, delay_s: float, patience_s: float = PATIENCE_S) -> None:
        """Waits for the right to send one request, at most `patience_s`; `delay_s` is robots' crawl-delay. Raises HandBack."""
        rest = (self._resting.get(host) or 0.0) - self._bridge.clock.monotonic()
        if rest > 0:
            raise HandBack(
                round(rest * 1000) + self._return_delay_ms(f"host:{host}", source.rate), WaitCause.RETRY_AFTER
            )
        rate = _slower(source.rate, delay_s)
        if rate <= 0:
            return
        until = self._bridge.clock.monotonic() + patience_s
        keys = ((f"source:{source.id}", rate), (f"host:{host}", rate))
        while wait_ms := await self._bridge.call(self._rates.acquire, keys, now_ms=self._bridge.now_ms()):
            if self._bridge.clock.monotonic() + wait_ms / 1000 > until:
                raise HandBack(max(wait_ms, self._return_delay_ms(f"host:{host}", rate)), WaitCause.RATE_LIMIT)
            await asyncio.sleep(wait_ms / 1000)

    def _is_slow(self, host: str, inside: dict[str, float]) -> bool:
        pace = self._pace.get(host)
        oldest = self._bridge.clock.monotonic() - next(iter(inside.values()))
        return pace is None or pace > SLOW_S or oldest > 2 * SLOW_S

    @contextlib.asynccontextmanager
    async def _source_place(self, claim: Claim, source: SourceConfig, seconds: float) -> AsyncIterator[None]:
        if source.concurrency <= 0:
            yield
            return
        key, ttl = f"source:{source.id}", round(seconds * 1000)
        if not await self._bridge.call(
            self._rates.enter, key, claim.task.id, source.concurrency, ttl_ms=ttl, now_ms=self._bridge.now_ms()
        ):
            raise HandBack(self._return_delay_ms(key, source.rate), WaitCause.SOURCE_FULL)
        try:
            yield
        finally:
            # The work is done: a place that cannot be given back now frees itself.
            with contextlib.suppress(RetriableError):
                await self._bridge.call(self._rates.leave, key, claim.task.id)

    def _return_delay_ms(self, key: str, rate: float) -> int:
        """Tasks sent away come back one after the other at the rate they may run, not all at once."""
        now = self._bridge.clock.monotonic()
        step = 1 / rate if rate > 0 else 0.05
        turn = max(now + FULL_PAUSE_S, (self._returning.get(key) or 0.0) + step)
        if turn > now + LONGEST_DELAY_S:
            turn = now + FULL_PAUSE_S
        self._returning.put(key, turn)
        return round((turn - now) * 1000)


def _slower(rate: float, delay_s: float) -> float:
    if delay_s <= 0:
        return rate
    return min(rate, 1 / delay_s) if rate > 0 else 1 / delay_s
