"""What the monitor needs from outside; whoever starts it passes these in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Engine

from kit.ports.cache import Heartbeats
from kit.ports.index import SearchIndex
from kit.ports.log import Log
from kit.ports.queue import TaskQueue


class Duty(Protocol):
    """Work of the monitor that leads beside its checks."""

    def step(self) -> None:
        """Does what is due. Raises BackendUnavailable."""

    def close(self) -> None:
        """Ends its threads."""


@dataclass(frozen=True, slots=True)
class MonitorPorts:
    """`index` opens it on use: an index that is away must not keep the monitor from its work. None: nothing ages."""

    database: Engine
    queue: TaskQueue
    log: Log
    heartbeats: Heartbeats
    index: Callable[[], SearchIndex] | None = None
    duties: tuple[Duty, ...] = ()
