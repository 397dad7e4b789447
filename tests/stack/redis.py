"""A Redis (or Valkey) server on a TCP port that writes an append-only file, as an installation runs it."""

from __future__ import annotations

from pathlib import Path

from kit.adapters.embedded.redis_server import find_binary
from tests.stack.child import Child, free_port, port_answers


class Redis:
    name = "redis"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._child: Child | None = None

    @property
    def url(self) -> str:
        return self.numbered(0)

    def numbered(self, number: int) -> str:
        """URL of the database with that number, 0 to 15."""
        return f"redis://127.0.0.1:{self._port}/{number}"

    def start(self) -> None:
        options = ["--appendonly", "yes", "--appendfsync", "everysec", "--save", "", "--maxmemory-policy", "noeviction"]
        place = ["--bind", "127.0.0.1", "--port", str(self._port), "--dir", str(self._folder)]
        self._child = Child(self.name, [find_binary(), *place, *options], self._folder)
        self._child.wait_until(lambda: port_answers(self._port), seconds=30)

    def stop(self) -> None:
        if self._child:
            self._child.stop()

    def kill(self) -> None:
        if self._child:
            self._child.kill()
