"""What ingest needs from outside."""

from __future__ import annotations

from dataclasses import dataclass

from kit.ports.cache import Heartbeats, IngestMarks
from kit.ports.log import Log
from kit.ports.objects import ObjectStore
from kit.ports.queue import TaskQueue


@dataclass(frozen=True, slots=True)
class IngestPorts:
    queue: TaskQueue
    marks: IngestMarks
    log: Log
    objects: ObjectStore
    heartbeats: Heartbeats | None = None
