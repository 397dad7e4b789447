"""What the collector needs from outside; whoever starts it passes these in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from kit.contracts.document import PushPage
from kit.errors import ConfigError
from kit.ports.cache import ConfigCache, Heartbeats, Notes, RateLimiter
from kit.ports.queue import TaskQueue
from kit.ports.rows import RowReader
from kit.ports.trials import Trials


class Outbox(Protocol):
    """The durable way out. Thread-safe."""

    def put(self, page: PushPage | None, events: Sequence[bytes] = ()) -> Future[str]:
        """Returns once page and events (JSON of CollectEvent) are on disk.

        The future gets "accepted", "duplicate", "stale" or "invalid" when ingest has answered, "spooled" when the outbox closes first.
        Raises Throttled when there is no room.
        """

    def full(self) -> bool:
        """True while `put` would raise Throttled."""


def _no_rows(name: str) -> RowReader:
    raise ConfigError(f"this collector reads no databases ({name})")


@dataclass(frozen=True, slots=True)
class Ports:
    """`rows` opens the reader of foreign databases of a make ("sql", "mongo"); ConfigError where its driver is missing. `trials` None: no
    source is tried and no evidence kept."""

    queue: TaskQueue
    cache: ConfigCache
    rates: RateLimiter
    heartbeats: Heartbeats
    outbox: Outbox
    notes: Notes
    rows: Callable[[str], RowReader] = _no_rows
    trials: Trials | None = None
