"""Blocking ports called from the event loop, in a bounded number of threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from kit import logs
from kit.clock import Clock, to_ms
from kit.errors import RetriableError

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
P = ParamSpec("P")
R = TypeVar("R")
log = logs.get(__name__)


class Bridge:
    def __init__(self, clock: Clock, threads: int) -> None:
        self.clock = clock
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="ports")

    def now_ms(self) -> int:
        return to_ms(self.clock.now())

    async def call(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Runs `function` in a thread; its errors come through."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(function, *args, **kwargs))

    async def insist(self, seconds: float, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """As `call`, again and again with growing pauses while the other side is away, for at most `seconds`. Then its RetriableError."""
        until, pause = self.clock.monotonic() + seconds, FIRST_PAUSE
        while True:
            try:
                return await self.call(function, *args, **kwargs)
            except RetriableError as error:
                if self.clock.monotonic() + pause > until:
                    raise
                log.warning("port_away", call=getattr(function, "__qualname__", "?"), error=str(error), pause=pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
