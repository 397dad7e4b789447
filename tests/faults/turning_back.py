"""A Redis that goes back in time, as a replica does that is promoted without its master's last writes."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

from kit.adapters.embedded.redis_server import RedisServer

KEPT = "appendonlydir"


def remember(folder: Path, copy: Path) -> None:
    """What the server of this data folder holds now. A record that is being written is cut off, as in a crash."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder / "redis" / KEPT, copy)


def turn_back(server: RedisServer, folder: Path, copy: Path) -> str:
    """Kills the server and starts another process with what was remembered; its URL."""
    os.kill(int((folder / "redis" / "redis.pid").read_text()), signal.SIGKILL)
    server.stop()
    shutil.rmtree(folder / "redis" / KEPT)
    shutil.copytree(copy, folder / "redis" / KEPT)
    return server.start(folder)
