"""What the collector needs from outside; whoever starts it passes these in."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from kit.contracts.document import PushPage
from kit.ports.cache import ConfigCache, Heartbeats, Notes, RateLimiter
from kit.ports.queue import TaskQueue


class Outbox(Protocol):
    """The durable way out. Thread-safe."""

    def put(self, page: PushPage | None, events: Sequence[bytes] = ()) -> Future[str]:
        """Returns once page and events (JSON of CollectEvent) are on disk.

        The future gets "accepted", "duplicate", "stale" or "invalid" when ingest has answered, "spooled" when the outbox closes first.
        Raises Throttled when there is no room.
        """

    def full(self) -> bool:
        """True while `put` would raise Throttled."""


@dataclass(frozen=True, slots=True)
class Ports:
    queue: TaskQueue
    cache: ConfigCache
    rates: RateLimiter
    heartbeats: Heartbeats
    outbox: Outbox
    notes: Notes
