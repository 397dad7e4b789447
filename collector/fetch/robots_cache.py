"""robots.txt per origin, fetched once an hour and kept within bounds (F3)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from collector.fetch import robots
from collector.fetch.fetcher import Fetcher
from collector.fetch.model import Fetched, FetchRequest
from kit import urls
from kit.clock import Clock
from kit.contracts.task import FailureClass

KEEP_SECONDS: Final = 3600.0
KEEP_FAILED_SECONDS: Final = 60.0
KEEP_ORIGINS: Final = 4096
FETCH_SECONDS: Final = 15.0
# RFC 9309 2.3.1.3: 4xx means that there are no rules; other failures (2.3.1.4) that nobody knows them yet.
_NO_RULES: Final = frozenset(
    {FailureClass.HTTP_401, FailureClass.HTTP_403, FailureClass.HTTP_404, FailureClass.HTTP_410, FailureClass.HTTP_4XX,
     FailureClass.EMPTY, FailureClass.TOO_LARGE, FailureClass.DECODE, FailureClass.REDIRECT}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """`failure` is None: go on, at most every `delay_s`. ROBOTS: the rules forbid it. Else robots.txt could not be had; try again later."""

    failure: FailureClass | None = None
    detail: str = ""
    delay_s: float = 0.0


@dataclass(frozen=True, slots=True)
class _Known:
    until: float
    rules: robots.Rules | None
    failed: Fetched | None = None


class RobotsCache:
    """For one event loop."""

    def __init__(self, fetcher: Fetcher, user_agent: str, clock: Clock) -> None:
        self._fetcher = fetcher
        self._user_agent = user_agent
        self._clock = clock
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._asking: dict[str, asyncio.Task[_Known]] = {}

    async def judge(self, url: str) -> Verdict:
        """Whether `url` may be fetched now. Raises InvalidInput for what is no http(s) address."""
        known = await self._of(urls.origin(url))
        if known.rules is None:
            failed = known.failed
            assert failed is not None
            return Verdict(failed.failure, f"robots.txt: {failed.detail}")
        if not known.rules.allows(url):
            return Verdict(
                FailureClass.ROBOTS, f"robots.txt of {urls.host(url)} disallows {urls.request_target(url)[:200]}"
            )
        return Verdict(delay_s=known.rules.crawl_delay_s)

    async def _of(self, origin: str) -> _Known:
        known = self._known.get(origin)
        if known is not None and known.until > self._clock.monotonic():
            return known
        asking = self._asking.get(origin)
        if asking is None:
            asking = self._asking[origin] = asyncio.create_task(self._ask(origin))
            asking.add_done_callback(lambda _: self._asking.pop(origin, None))
        # One task's cancellation must not take the answer from the others that wait for it.
        return await asyncio.shield(asking)

    async def _ask(self, origin: str) -> _Known:
        request = FetchRequest(f"{origin}/robots.txt", {"accept": "text/plain,*/*;q=0.5"}, seconds=FETCH_SECONDS)
        fetched = await self._fetcher.fetch(request)
        known = self._understood(fetched)
        self._known[origin] = known
        self._known.move_to_end(origin)
        if len(self._known) > KEEP_ORIGINS:
            self._known.popitem(last=False)
        return known

    def _understood(self, fetched: Fetched) -> _Known:
        now = self._clock.monotonic()
        if fetched.failure is None:
            return _Known(now + KEEP_SECONDS, robots.parse(fetched.body, self._user_agent))
        if fetched.failure in _NO_RULES:
            return _Known(now + KEEP_SECONDS, robots.Rules())
        return _Known(now + KEEP_FAILED_SECONDS, None, fetched)
