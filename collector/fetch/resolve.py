"""Names to checked addresses: resolved once per short time, every answer judged, and only judged addresses handed out (F2)."""

from __future__ import annotations

import asyncio
import socket
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from collector.fetch import addresses
from collector.fetch.model import FetchProblem, Refused
from kit.clock import Clock
from kit.contracts.task import FailureClass
from kit.settings import Settings

Lookup = Callable[[str], Awaitable[Sequence[str]]]
KEEP_SECONDS: Final = 30.0
KEEP_NAMES: Final = 4096
MAX_ADDRESSES: Final = 16


class Resolver:
    """`lookup` turns a host name into numeric addresses; the default asks the system in threads of its own."""

    def __init__(self, settings: Settings, clock: Clock, lookup: Lookup | None = None) -> None:
        self._exceptions = addresses.networks(settings.allow_private)
        self._seconds = settings.connect_seconds
        self._clock = clock
        self._threads = ThreadPoolExecutor(8, thread_name_prefix="dns")
        self._lookup = lookup or self._ask_system
        self._known: OrderedDict[str, tuple[float, tuple[str, ...]]] = OrderedDict()

    async def addresses(self, host: str) -> tuple[str, ...]:
        """Addresses of an ASCII host that may be connected to, in order. Raises Refused, or FetchProblem of class dns."""
        found = self._remembered(host)
        if found is None:
            found = tuple(dict.fromkeys(await self._resolve(host)))[:MAX_ADDRESSES]
            self._remember(host, found)
        for address in found:
            # One closed address among public ones is how rebinding begins, so the whole answer is refused.
            if not addresses.allowed(address, self._exceptions):
                raise Refused("address", f"{host} is {address}, which is not public")
        return found

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _resolve(self, host: str) -> Sequence[str]:
        if host.startswith("["):
            return (host[1:-1],)
        if host == "localhost" or host.endswith(".localhost"):
            return ("127.0.0.1",)
        if host.replace(".", "").isdigit():
            return (host,)
        try:
            async with asyncio.timeout(self._seconds):
                return await self._lookup(host)
        except TimeoutError as error:
            raise FetchProblem(FailureClass.DNS, f"{host}: no answer within {self._seconds:g} s") from error
        except OSError as error:
            raise FetchProblem(FailureClass.DNS, f"{host}: {error.strerror or error}") from error

    async def _ask_system(self, host: str) -> Sequence[str]:
        loop = asyncio.get_running_loop()
        answers = await loop.run_in_executor(self._threads, _getaddrinfo, host)
        if not answers:
            raise OSError(f"{host} has no address")
        return answers

    def _remembered(self, host: str) -> tuple[str, ...] | None:
        known = self._known.get(host)
        return known[1] if known and known[0] > self._clock.monotonic() else None

    def _remember(self, host: str, found: tuple[str, ...]) -> None:
        self._known[host] = (self._clock.monotonic() + KEEP_SECONDS, found)
        self._known.move_to_end(host)
        if len(self._known) > KEEP_NAMES:
            self._known.popitem(last=False)


def _getaddrinfo(host: str) -> list[str]:
    return [str(answer[4][0]) for answer in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]
