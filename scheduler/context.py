"""What every duty of the scheduler needs: transactions with services, the queue, the cache, the clock."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from kit.clock import Clock, to_ms
from kit.contracts.task import Task
from kit.ports.cache import ConfigCache
from kit.ports.queue import TaskQueue
from kit.settings import Settings
from services.bundle import Ports, Services
from services.db import Database


@dataclass(slots=True)
class KnownEra:
    """The era of the queue that this process has made sure of last; see scheduler.era."""

    number: int = 0
    server: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    database: Database
    queue: TaskQueue
    cache: ConfigCache
    clock: Clock
    settings: Settings
    era: KnownEra = field(default_factory=KnownEra)

    @contextmanager
    def services(self) -> Iterator[Services]:
        """One transaction, committed when the block ends."""
        with self.database.session() as session:
            yield Services(session, Ports(self.cache, self.queue, self.clock, self.settings))

    def now_ms(self) -> int:
        return to_ms(self.clock.now())

    def enqueue(self, tasks: Collection[Task]) -> None:
        """Puts windows into the queue, their configuration into the cache beside them, and notes it in the ledger."""
        if not tasks:
            return
        self.warm_sources({task.source_id for task in tasks})
        self.queue.enqueue(list(tasks), now_ms=self.now_ms(), era=self.era.number)
        with self.services() as services:
            services.tasks.mark_enqueued([task.id for task in tasks])

    def warm_sources(self, ids: Collection[int]) -> None:
        """Fills the cache for these sources and their templates, so that collectors need not ask."""
        with self.services() as services:
            sources = services.sources.configs(ids)
            templates = {source.template_id for source in sources if source.template_id is not None}
            configs = services.templates.configs(templates)
            read = [source.id for source in sources if source.template_id is not None]
            structures = services.structure.configs(read) if read else []
        self.cache.fill(sources, configs, structures)

    def warm_templates(self, ids: Collection[int]) -> None:
        with self.services() as services:
            configs = services.templates.configs(ids)
        self.cache.fill([], configs)

    def warm_structures(self, ids: Collection[int]) -> None:
        with self.services() as services:
            structures = services.structure.configs(ids) if ids else []
        self.cache.fill([], [], structures)
