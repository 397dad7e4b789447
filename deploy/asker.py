"""Asks the web for the monitor through the collectors' fetcher, with all its guards: addresses, sizes, times."""

from __future__ import annotations

import asyncio

from collector.extract.charset import decode
from collector.fetch import headers
from collector.fetch.fetcher import Fetcher
from collector.fetch.model import Fetched, FetchRequest
from collector.fetch.robots_cache import KEEP_SECONDS, RobotsCache
from kit import urls
from kit.clock import Clock
from kit.contracts.task import FailureClass
from kit.errors import InvalidInput
from kit.settings import Settings
from services.monitoring.links.classify import Answer

MAX_BYTES = 2_000_000


class GuardedAsker:
    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings, self._clock = settings, clock
        # Origin → its rules and when they are asked for anew.
        self._robots: dict[str, tuple[RobotsCache, float]] = {}

    def ask(self, url: str) -> Answer:
        fetched = asyncio.run(self._fetch(url))
        html = decode(fetched.body, fetched.content_type).text if fetched.body else ""
        refresh = headers.refresh_target(html[:50_000], fetched.url) or ""
        # The fetcher tells the addresses on the way, not their statuses; a move is therefore never called one for good.
        redirects = (302,) * len(fetched.redirects)
        return Answer(
            url,
            fetched.status,
            fetched.url or url,
            redirects,
            html,
            retry_after_s=fetched.retry_after_s,
            refresh_to=refresh,
        )

    async def _fetch(self, url: str) -> Fetched:
        fetcher = Fetcher(self._settings, self._clock)
        try:
            if not await self._allowed(fetcher, url):
                return Fetched(url, detail="robots.txt")
            return await fetcher.fetch(FetchRequest(url, max_bytes=MAX_BYTES))
        finally:
            await fetcher.close()

    async def _allowed(self, fetcher: Fetcher, url: str) -> bool:
        """What robots.txt forbids is not asked for, and neither is anything while it cannot be had."""
        if not self._settings.robots:
            return True
        try:
            origin, now = urls.origin(url), self._clock.monotonic()
            if origin not in self._robots or now >= self._robots[origin][1]:
                self._robots = {known: kept for known, kept in self._robots.items() if now < kept[1]}
                self._robots[origin] = (
                    RobotsCache(fetcher, self._settings.user_agent, self._clock),
                    now + KEEP_SECONDS,
                )
            failure = (await self._robots[origin][0].judge(url)).failure
            if failure not in (None, FailureClass.ROBOTS):
                # It could not be had: the next page asks again.
                del self._robots[origin]
            return failure is None
        except InvalidInput:
            return False
