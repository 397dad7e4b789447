"""A Redis of its own for a measurement."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import redis

from kit.adapters.embedded.redis_server import find_binary
from tests.flow.product import free_ports
from tests.stack.child import Child


class Server:
    """A Redis with its append-only file on, as Catchment runs it; on TCP, for not every peer can use a Unix socket."""

    def __init__(self, folder: Path) -> None:
        [port] = free_ports(1)
        self.url = f"redis://127.0.0.1:{port}/0"
        options = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""]
        command = [find_binary(), *options, "--appendonly", "yes", "--appendfsync", "everysec"]
        self.client = cast(Any, redis.Redis.from_url(self.url, decode_responses=True))
        self._child = Child("redis", command, folder)
        self._child.wait_until(self._answers, seconds=20)

    def empty(self) -> None:
        self.client.flushall()

    def stop(self) -> None:
        self.client.close()
        self._child.stop()

    def _answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.RedisError:
            return False
