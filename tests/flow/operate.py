"""What an operator does with the product, and what can be seen of it: sources, windows, dead letters. Through the services."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deploy.services import transaction
from kit.contracts.task import FINAL, TaskState
from kit.ports.queue import TaskView
from services.tasks.schemas import WindowFilter, WindowView
from tests.flow.product import Product

ACTOR = "test"
MOST_WINDOWS = 100


def add_source(product: Product, name: str, entry_url: str, **more: Any) -> int:
    """A COLUMN that runs only when asked, without limits of rate; its number."""
    data = {"source_type": "COLUMN", "name": name, "entry_url": entry_url, "rate": 0, "concurrency": 32, **more}
    with transaction(product.backends) as services:
        return services.sources.create(data, actor=ACTOR).id


def add_template(product: Product, name: str, spec: dict[str, Any]) -> int:
    """A published template; its number."""
    with transaction(product.backends) as services:
        template = services.templates.create(name, spec, actor=ACTOR)
        services.templates.publish(template.id, 1, actor=ACTOR)
        return template.id


def run_now(product: Product, source_ids: Sequence[int]) -> None:
    with transaction(product.backends) as services:
        for source_id in source_ids:
            services.sources.run_now(source_id, actor=ACTOR)


def pause(product: Product, source_id: int) -> None:
    with transaction(product.backends) as services:
        services.sources.pause(source_id, actor=ACTOR)


def resume(product: Product, source_id: int) -> None:
    with transaction(product.backends) as services:
        services.sources.resume(source_id, actor=ACTOR)


def replay(product: Product, window: WindowView) -> None:
    """Runs an ended window again, at once."""
    with transaction(product.backends) as services:
        services.tasks.replay(window.id, actor=ACTOR)


def windows(product: Product, source_id: int) -> list[WindowView]:
    """Every window of a source, newest first."""
    with transaction(product.backends) as services:
        return list(services.tasks.page(WindowFilter(source_id=source_id), limit=MOST_WINDOWS).items)


def all_ended(product: Product, source_ids: Sequence[int], each: int = 1) -> bool:
    """Whether every source has `each` windows and all of them have ended in the ledger."""
    found = [windows(product, source_id) for source_id in source_ids]
    return all(len(rows) >= each and all(row.status in FINAL for row in rows) for rows in found)


def last_window(product: Product, source_id: int) -> WindowView:
    return windows(product, source_id)[0]


def details(product: Product, window: WindowView) -> list[TaskView]:
    """The pages found by a window that the queue still knows."""
    return product.backends.queue.details(window.id, limit=1000)


def dead_letters(product: Product) -> list[TaskView]:
    return product.backends.queue.dead(limit=1000)


def live_tasks(product: Product) -> int:
    """Tasks that wait, run or are delayed."""
    stats = product.backends.queue.stats()
    return stats.pending + stats.running + stats.delayed


def succeeded(rows: Sequence[WindowView]) -> bool:
    return all(row.status is TaskState.SUCCESS for row in rows)
