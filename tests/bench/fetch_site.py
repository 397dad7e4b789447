"""Answers as fast as can be, so that it is the client that is measured: `python -m tests.bench.fetch_site PAGES` says its port, then serves."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import uvloop

from tests.bench import synthetic
from tests.shared_data import CHECKOUT


class Answering(asyncio.Protocol):
    """HTTP/1.1 with kept connections; the number at the end of the path names the page."""

    pages: tuple[bytes, ...] = ()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclasses of asyncio's.
        self._transport = cast("asyncio.Transport", transport)
        self._pending = b""

    def data_received(self, data: bytes) -> None:
        self._pending += data
        while b"\r\n\r\n" in self._pending:
            head, self._pending = self._pending.split(b"\r\n\r\n", 1)
            number = head.split(b" ", 2)[1].rpartition(b"/")[2]
            self._transport.write(self.pages[int(number) % len(self.pages)])


def _whole(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(body) + body


async def _serve(count: int) -> None:
    Answering.pages = tuple(_whole(body) for _, body in synthetic.pages(count))
    server = await asyncio.get_running_loop().create_server(Answering, "0.0.0.0", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@contextmanager
def answering(pages: int) -> Iterator[int]:
    """The port, on every address of this machine, while the block runs."""
    command = [sys.executable, "-m", "tests.bench.fetch_site", str(pages)]
    process = subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(10)


if __name__ == "__main__":
    uvloop.run(_serve(int(sys.argv[1])))
