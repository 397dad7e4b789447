"""Asks the web for the monitor through the collectors' fetcher, with all its guards: addresses, sizes, times."""

from __future__ import annotations

import asyncio

from collector.extract.charset import decode
from collector.fetch import headers
from collector.fetch.fetcher import Fetcher
from collector.fetch.model import Fetched, FetchRequest
from kit.clock import Clock
from kit.settings import Settings
from services.monitoring.links.classify import Answer

MAX_BYTES = 2_000_000


class GuardedAsker:
    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings, self._clock = settings, clock

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
            return await fetcher.fetch(FetchRequest(url, max_bytes=MAX_BYTES))
        finally:
            await fetcher.close()
