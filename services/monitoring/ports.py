"""What the monitor needs from outside; whoever starts it passes these in."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine

from kit.ports.cache import Heartbeats
from kit.ports.log import Log
from kit.ports.queue import TaskQueue


@dataclass(frozen=True, slots=True)
class MonitorPorts:
    database: Engine
    queue: TaskQueue
    log: Log
    heartbeats: Heartbeats
