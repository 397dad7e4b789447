"""ReplaySite: chosen pages served on 127.0.0.x, one list page per source, every request counted, faults on demand."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType

from tests.flow.site_answer import list_page, response
from tests.flow.site_server import Book, Connection, Fault

FIRST_PORT_TRIES = 20


@dataclass(frozen=True, slots=True)
class Served:
    """A page as served: `path` on its host, exactly these bytes, `content_type` as sent (None: no such header)."""

    path: str
    body: bytes
    content_type: str | None
    link_text: str


class ReplaySite:
    """Serves while it is entered. One port on every address, so that `http://127.0.0.2:port/` and `…3:port/` are two hosts."""

    def __init__(self, hosts: int = 1) -> None:
        self.addresses = [f"127.0.0.{2 + number}" for number in range(hosts)]
        self.book = Book()
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="replay-site", daemon=True)
        self._servers: list[asyncio.Server] = []

    def __enter__(self) -> ReplaySite:
        sockets = _listen(self.addresses)
        self.port = int(sockets[0].getsockname()[1])
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._serve(sockets), self._loop).result(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def url(self, host: int, path: str) -> str:
        """The address of `path` on the host number `host`."""
        return f"http://{self.addresses[host]}:{self.port}{path}"

    def add(self, host: int, path: str, body: bytes, content_type: str | None, status: int = 200) -> str:
        """Serves `body` there from now on; its URL."""
        self.book.answers[self.addresses[host] + path] = response(status, body, content_type)
        return self.url(host, path)

    def add_source(self, host: int, path: str, pages: Sequence[Served], *, title: str, charset: str = "utf-8") -> str:
        """Serves the pages and a list page (in `charset`) that links to them; the list's URL, a source's entry."""
        for page in pages:
            self.add(host, page.path, page.body, page.content_type)
        rows = [(page.path, page.link_text) for page in pages]
        return self.add(host, path, list_page(title, rows, charset), f"text/html; charset={charset}")

    def fail(self, url: str, fault: Fault | None) -> None:
        """Plays `fault` for a URL from now on; None heals it."""
        key = self._key(url)
        if fault is None:
            self.book.faults.pop(key, None)
        else:
            self.book.faults[key] = fault

    def requests(self, url: str) -> int:
        """How often a URL has been asked for."""
        return self.book.requests[self._key(url)]

    def requests_in_all(self, urls: Iterable[str]) -> int:
        return sum(map(self.requests, urls))

    def _key(self, url: str) -> str:
        host, _, path = url.removeprefix("http://").partition("/")
        return f"{host.rpartition(':')[0]}/{path}"

    async def _serve(self, sockets: list[socket.socket]) -> None:
        for listening in sockets:
            server = await self._loop.create_server(
                lambda: Connection(self.book, self._loop), sock=listening, backlog=512
            )
            self._servers.append(server)

    async def _close(self) -> None:
        for server in self._servers:
            server.close()
            if hasattr(server, "abort_clients"):
                server.abort_clients()


def _listen(addresses: Sequence[str]) -> list[socket.socket]:
    """One socket per address, all on one free port."""
    for _ in range(FIRST_PORT_TRIES):
        port, sockets = 0, []
        try:
            for address in addresses:
                sockets.append(_bound(address, port))
                port = sockets[0].getsockname()[1]
            return sockets
        except OSError:
            for opened in sockets:
                opened.close()
    raise OSError(f"no port is free on all of {addresses[0]}…{addresses[-1]}")


def _bound(address: str, port: int) -> socket.socket:
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((address, port))
    except OSError:
        opened.close()
        raise
    return opened
