"""Slots of tasks that do nothing but wait for a slow host, used by other tasks meanwhile (K5)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Final

AFTER_S: Final = 1.0


def _nothing() -> None:
    pass


class Lending:
    """For one event loop; at most `most` slots are lent at a time, so that as many more tasks are in hand and no more."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lent = 0
        self._give: Callable[[], None] = _nothing
        self._take: Callable[[], None] = _nothing

    def connect(self, give: Callable[[], None], take: Callable[[], None]) -> None:
        """`give` makes one slot more free, `take` one less."""
        self._give, self._take = give, take

    @contextlib.asynccontextmanager
    async def waiting(self) -> AsyncIterator[None]:
        """Around one exchange with a host: its slot is lent once that has taken AFTER_S."""
        lent = False

        def lend() -> None:
            nonlocal lent
            if self._lent < self._most:
                lent = True
                self._lent += 1
                self._give()

        timer = asyncio.get_running_loop().call_later(AFTER_S, lend)
        try:
            yield
        finally:
            timer.cancel()
            if lent:
                self._lent -= 1
                self._take()
