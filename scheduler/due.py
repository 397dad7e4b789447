"""Due sources become windows: ledger rows first, then the queue (requirements S1 to S5)."""

from __future__ import annotations

from kit import logs
from scheduler.context import Context
from services.sources.schemas import DueSource
from services.tasks.schemas import NewWindow

log = logs.get(__name__)
BATCH = 1000


def enqueue_due(context: Context, *, limit: int = BATCH) -> int:
    """One batch of due sources; how many were due (`limit`: more may wait).

    A crash after the commit and before the queue has them loses nothing: `reconcile` finds windows that the queue does not know.
    """
    with context.services() as services:
        now = context.clock.now()
        due = services.schedule.due(now, limit)
        busy = services.tasks.open_windows([source.id for source in due])
        free = services.schedule.spread([source for source in due if source.id not in busy], now)
        tasks = services.tasks.create_windows([_window(source) for source in free])
        services.schedule.scheduled(free, now)
        services.schedule.held_back([source for source in due if source.id in busy], now)
    context.enqueue(tasks)
    if due:
        spread = len(due) - len(busy) - len(free)
        log.info("windows_enqueued", due=len(due), enqueued=len(tasks), held_back=len(busy), spread=spread)
    return len(due)


def _window(source: DueSource) -> NewWindow:
    return NewWindow(source.id, source.source_type, source.window, source.priority, source.due_at)
