"""Keeps ledger and queue in step: ends, retries, lost tasks, lost windows, wishes for configuration."""

from __future__ import annotations

from datetime import timedelta

from kit import logs
from kit.ports.queue import Reaped, TaskView
from scheduler.context import Context
from services.tasks.schemas import WindowView

log = logs.get(__name__)
ENDS = 500
WISHES = 500
PAGE = 500


def take_ends(context: Context) -> int:
    """Ends of windows into the ledger and their sources' statistics; forgotten by the queue only after the commit."""
    ends = context.queue.ended(limit=ENDS)
    if not ends:
        return 0
    with context.services() as services:
        changed = services.tasks.apply_ended(ends)
        paused = services.schedule.record(changed)
    context.queue.confirm_ended(ends)
    log.info("windows_ended", count=len(changed), paused_sources=paused)
    return len(ends)


def promote(context: Context) -> int:
    """Retries whose time has come."""
    return context.queue.promote(now_ms=context.now_ms())


def reap(context: Context) -> Reaped:
    """Tasks whose worker died, before or after the claim."""
    grace = round(context.settings.reap_grace_seconds * 1000)
    reaped = context.queue.reap(now_ms=context.now_ms(), grace_ms=grace)
    if reaped.lost or reaped.lapsed or reaped.dead:
        log.warning("tasks_reaped", lost=len(reaped.lost), lapsed=len(reaped.lapsed), dead=list(reaped.dead)[:20])
    return reaped


def reconcile(context: Context) -> int:
    """Open windows against the queue: those it has lost are enqueued again under the next epoch; how many.

    The live state of the others goes into the ledger, so that lists can filter by it.
    """
    lost, cursor = 0, ""
    while True:
        with context.services() as services:
            windows, cursor = services.tasks.open_tasks(after=cursor, limit=PAGE)
            views = context.queue.view([window.id for window in windows])
            tasks = services.tasks.reopen(
                [one.id for one, view in zip(windows, views, strict=True) if view is None or _older(view, one)]
            )
            services.tasks.observe([view for view in views if view is not None])
        context.enqueue(tasks)
        lost += len(tasks)
        if not cursor:
            break
    if lost:
        log.warning("queue_rebuilt", windows=lost)
    return lost


def _older(view: TaskView, window: WindowView) -> bool:
    """The queue has it under an earlier epoch, whose end the ledger would not take: a deposed leader enqueued it late."""
    epoch = view.fields.get("epoch", "")
    return epoch.isdecimal() and int(epoch) < window.epoch


def grant_wishes(context: Context) -> int:
    """Configuration that collectors missed in the cache."""
    wanted = context.cache.wanted(limit=WISHES)
    context.warm_sources({number for kind, number in wanted if kind == "source"})
    context.warm_templates({number for kind, number in wanted if kind == "template"})
    context.warm_structures({number for kind, number in wanted if kind == "structure"})
    return len(wanted)


def purge(context: Context) -> int:
    """Old closed windows out of the ledger."""
    with context.services() as services:
        return services.tasks.purge(timedelta(days=context.settings.ledger_days))
