"""What the cleaner needs from outside."""

from __future__ import annotations

from dataclasses import dataclass

from kit.ports.archive import Archive
from kit.ports.cache import ConfigCache, Heartbeats
from kit.ports.index import SearchIndex
from kit.ports.log import Log
from kit.ports.objects import ObjectStore


@dataclass(frozen=True, slots=True)
class CleanerPorts:
    """`sources` gives names and tag rules of sources; without it documents have neither."""

    log: Log
    archive: Archive
    index: SearchIndex
    objects: ObjectStore
    heartbeats: Heartbeats | None = None
    sources: ConfigCache | None = None
