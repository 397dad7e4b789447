"""What one host that answers after 30 s costs the others: pages a second of a whole collector with and without it, in one run.

`python -m tests.bench.slow_host [--json] [--seconds N]`. The others answer after 0.8 s and there are more of them than slots, so that slots
are what is scarce; ten sources on the slow host want them, too, and come first in the lane.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, cast

import psutil

from collector.loop.ports import Ports
from collector.loop.run import run
from kit.adapters.real.redis_cache import RedisConfigCache, RedisHeartbeats
from kit.adapters.real.redis_client import connect
from kit.adapters.real.redis_notes import RedisNotes
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.adapters.real.redis_rates import RedisRateLimiter
from kit.clock import SystemClock, to_ms
from kit.contracts.config import SourceConfig
from kit.contracts.document import PushPage
from kit.contracts.structure import StructureConfig
from kit.contracts.task import Task
from kit.ids import detail_task_id, md5_hex, window_task_id
from kit.settings import Settings, load
from tests.bench.redis_server import Server
from tests.bench.table import Row, show

SECONDS, WARM_S = 30.0, 8.0
SLOTS = 16
SLOW_S, FAST_S = 30.0, 0.8
SLOW_HOST, FAST_HOSTS, SLOW_SOURCES = "127.0.0.2", 20, 10
GOAL_PERCENT = 5.0
PAGE = (
    b"<html><head><title>A page</title></head><body><h1>A page</h1><p>"
    + b"One sentence after another. " * 30
    + b"</p></body></html>"
)


class Outbox:
    """Takes everything at once and counts the pages of fast hosts."""

    def __init__(self) -> None:
        self.fast = 0

    def put(self, page: PushPage | None, events: Sequence[bytes] = ()) -> Future[str]:
        self.fast += page is not None and SLOW_HOST not in page.documents[0].url
        answer: Future[str] = Future()
        answer.set_result("accepted")
        return answer

    def full(self) -> bool:
        return False


class Site:
    """HTTP on every loopback address, as slow as the address says."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._ready: Future[int] = Future()
        threading.Thread(target=self._run, daemon=True).start()
        self.port = self._ready.result(10)

    def _run(self) -> None:
        self._loop.create_task(self._serve())
        self._loop.run_forever()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._answer, "0.0.0.0", 0, backlog=1024)
        self._ready.set_result(server.sockets[0].getsockname()[1])

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        slow = writer.get_extra_info("sockname")[0] == SLOW_HOST
        try:
            while await reader.readuntil(b"\r\n\r\n"):
                await asyncio.sleep(SLOW_S if slow else FAST_S)
                head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(PAGE)
                writer.write(head + PAGE)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()


def measure(server: Server, site: Site, seconds: float, *, with_slow: bool) -> float:
    """Pages of the fast hosts a second."""
    server.empty()
    with tempfile.TemporaryDirectory(prefix="catchment-slow-") as folder:
        settings = load(
            allow_private=("127.0.0.0/8",), data_dir=Path(folder), redis_url=server.url, parse_processes=1, robots=False,
            collector_concurrency=SLOTS, take_timeout_seconds=0.5,
        )  # fmt: skip
        outbox = Outbox()
        ports = _ports(server.url, settings, outbox)
        if with_slow:
            _fill(ports, [(100 + n, SLOW_HOST) for n in range(SLOW_SOURCES)], 40, site.port)
        fast = [(1 + n, f"127.0.1.{1 + n}") for n in range(FAST_HOSTS)]
        _fill(ports, fast, int((seconds + WARM_S) * SLOTS / FAST_S / FAST_HOSTS * 1.5), site.port)
        return _run(ports, settings, outbox, seconds)


def _run(ports: Ports, settings: Settings, outbox: Outbox, seconds: float) -> float:
    stop = threading.Event()
    collector = threading.Thread(target=run, args=(ports, settings, SystemClock(), stop))
    collector.start()
    try:
        while not outbox.fast:
            time.sleep(0.1)
        until = time.monotonic() + WARM_S + seconds
        time.sleep(WARM_S)
        before, began = outbox.fast, time.monotonic()
        while time.monotonic() < until:
            time.sleep(0.25)
            ports.queue.promote(now_ms=to_ms(SystemClock().now()))
        return (outbox.fast - before) / (time.monotonic() - began)
    finally:
        stop.set()
        collector.join(60)


def _ports(url: str, settings: Settings, outbox: Outbox) -> Ports:
    client = cast(Any, connect(url, settings, SystemClock()))
    return Ports(
        queue=RedisTaskQueue(client, settings),
        cache=RedisConfigCache(client, settings),
        rates=RedisRateLimiter(client, settings),
        heartbeats=RedisHeartbeats(client, settings),
        outbox=outbox,
        notes=RedisNotes(client, settings),
    )


def _fill(ports: Ports, sources: Sequence[tuple[int, str]], pages: int, port: int) -> None:
    clock = SystemClock()
    now_ms = to_ms(clock.now())
    tasks: dict[int, list[Task]] = {}
    for number, host in sources:
        entry = f"http://{host}:{port}/"
        ports.cache.put_source(
            SourceConfig(number, 1, "COLUMN", f"s{number}", entry, "AUTO", None, 5, "UTC", 0, 50, 1, {}, {})
        )
        ports.cache.put_structure(StructureConfig(number, 0, {}))
        root = window_task_id(number, clock.now())
        for page in range(pages):
            url = f"{entry}{page}.html"
            name = detail_task_id(root, md5_hex(url))
            tasks.setdefault(page, []).append(Task(name, number, "COLUMN", 5, now_ms, now_ms, kind="detail", url=url))
    ports.queue.enqueue([task for some in tasks.values() for task in some], now_ms=now_ms)


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.slow_host", description=__doc__)
    parser.add_argument("--json", action="store_true", help="machine-readable rows")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each of the two measurements")
    options = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="catchment-slow-redis-") as folder:
        server, site = Server(Path(folder)), Site()
        try:
            alone = measure(server, site, options.seconds, with_slow=False)
            beside = measure(server, site, options.seconds, with_slow=True)
        finally:
            server.stop()
    cost = (1 - beside / alone) * 100
    memory = psutil.Process().memory_info().rss / 1e6
    rows = [
        Row("pages a second without the slow host", "pages/s", alone),
        Row("pages a second beside it", "pages/s", beside),
        Row("what the slow host costs the others", "%", cost, goal_value=GOAL_PERCENT, less_is_better=True),
        Row("memory of collector and site", "MB", memory, less_is_better=True),
    ]
    show(rows, machine=options.json)


if __name__ == "__main__":
    main(sys.argv[1:])
