"""What the console is made of: its ports, and everything that lives as long as the process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kit.clock import Clock
from kit.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from console.render import Renderer
    from kit.ports.archive import Archive
    from kit.ports.cache import ConfigCache, Heartbeats
    from kit.ports.index import SearchIndex
    from kit.ports.objects import ObjectStore
    from kit.ports.queue import TaskQueue
    from kit.ports.trials import Trials
    from services.db import Database


@dataclass(frozen=True, slots=True)
class ConsolePorts:
    """The backends that pages need; built and closed by the caller."""

    database: Engine
    queue: TaskQueue
    cache: ConfigCache
    index: SearchIndex
    archive: Archive
    objects: ObjectStore
    heartbeats: Heartbeats
    trials: Trials


@dataclass(frozen=True, slots=True)
class Console:
    """One per process; pages reach it as `web.console`."""

    ports: ConsolePorts
    settings: Settings
    clock: Clock
    database: Database
    renderer: Renderer

    @property
    def https(self) -> bool:
        return self.settings.public_address().startswith("https://")
