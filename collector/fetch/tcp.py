"""What the backends of httpcore share that lead TCP somewhere of their own."""

from __future__ import annotations

from collections.abc import Iterable

import httpcore
from httpcore import AsyncNetworkBackend, AsyncNetworkStream


class TcpBackend(AsyncNetworkBackend):
    """Subclasses say where `connect_tcp` leads; `_inner` opens the sockets."""

    def __init__(self) -> None:
        self._inner = httpcore.AnyIOBackend()

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 -- the interface of httpcore
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> AsyncNetworkStream:
        raise httpcore.ConnectError(f"only TCP is used, not {path}")

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)
