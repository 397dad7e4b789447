from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine

from kit.ports.cache import ConfigCache, Heartbeats
from kit.ports.queue import TaskQueue


@dataclass(frozen=True, slots=True)
class SchedulerPorts:
    database: Engine
    queue: TaskQueue
    cache: ConfigCache
    heartbeats: Heartbeats
