"""A site that never ends: each time a list is asked for it links to pages that were never there before.

`python -m tests.bench.soak_site` says its port, then serves on every address. `GET /count` answers how many pages were sent.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import httpx
import uvloop

from tests.shared_data import CHECKOUT

PER_LIST = 1000
_WORDS = [first + second + third for first in "bdklmprst" for second in ("an", "el", "or", "ui") for third in
          ("da", "ren", "mo", "tis", "lu", "ga", "nor", "vel")]  # fmt: skip
_PAGE = (
    "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>{title}</title></head><body><h1 class=headline>{title}</h1>"
    '<time class=stamp datetime="2025-0{month}-1{day}T08:30:00+00:00">then</time><span class=byline>Ann Example</span>'
    "<div class=story>{story}</div><footer>About this site</footer></body></html>"
)


class Endless(asyncio.Protocol):
    """HTTP/1.1 with kept connections."""

    pages = 0
    lists = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._pending = b""

    def data_received(self, data: bytes) -> None:
        self._pending += data
        while b"\r\n\r\n" in self._pending:
            head, self._pending = self._pending.split(b"\r\n\r\n", 1)
            body = answer(head.split(b" ", 2)[1].decode())
            self._transport.write(_HEAD % len(body) + body)


_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n"


def answer(path: str) -> bytes:
    if path == "/count":
        return str(Endless.pages).encode()
    if path.startswith("/list"):
        Endless.lists += 1
        links = (
            f'<li><a href="/p/{Endless.lists}/{number}.html">Report {number}</a></li>' for number in range(PER_LIST)
        )
        return f"<html><body><ul class=news>{''.join(links)}</ul></body></html>".encode()
    Endless.pages += 1
    return _page(path).encode()


def _page(path: str) -> str:
    chance = random.Random(path)
    story = "".join(f"<p>{' '.join(chance.choices(_WORDS, k=45))}.</p>" for _ in range(6))
    title = f"{' '.join(chance.choices(_WORDS, k=6))} {path[3:-5].replace('/', ' ')}"
    return _PAGE.format(title=title, month=chance.randint(1, 9), day=chance.randint(0, 9), story=story)


async def _serve() -> None:
    server = await asyncio.get_running_loop().create_server(Endless, "0.0.0.0", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@contextmanager
def endless() -> Iterator[int]:
    """The port, while the block runs."""
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.soak_site"], cwd=CHECKOUT, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(10)


def pages_sent(port: int) -> int:
    return int(httpx.get(f"http://127.0.0.1:{port}/count", trust_env=False, timeout=30).text)


if __name__ == "__main__":
    uvloop.run(_serve())
