"""Heartbeats that carry progress, every few seconds, whatever the queue does."""

from __future__ import annotations

import asyncio
import os
import socket
from typing import Final

from collector.loop.bridge import Bridge
from collector.loop.stats import Stats
from kit import logs
from kit.errors import RetriableError
from kit.ports.cache import Heartbeats

EVERY_SECONDS: Final = 5.0
log = logs.get(__name__)


async def beat(heartbeats: Heartbeats, worker: str, stats: Stats, bridge: Bridge) -> None:
    """Beats until cancelled."""
    fixed = {"host": socket.gethostname(), "pid": str(os.getpid())}
    while True:
        try:
            facts = {**fixed, **stats.facts()}
            await bridge.call(heartbeats.beat, "collector", worker, facts, now_ms=bridge.now_ms())
        except RetriableError as error:
            log.warning("heartbeat_failed", error=str(error))
        await asyncio.sleep(EVERY_SECONDS)
