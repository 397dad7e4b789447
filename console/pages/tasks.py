"""Tasks: the lanes, the windows of the ledger, one window with the pages found on it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Operator, Viewer
from console.reasons import TASK_STATES
from console.task_rows import view_rows, window_rows
from console.web import Web
from console.work import Work
from kit.clock import from_ms
from kit.contracts.task import FINAL, TaskState
from kit.ids import root_of
from kit.ports.queue import QueueStats
from services.tasks.schemas import WindowFilter

router = APIRouter()
PAGE_ROWS = 50
DETAILS_SHOWN = 200
# Segment in the address → states in the ledger.
SEGMENTS: dict[str, tuple[TaskState, ...]] = {
    "": (TaskState.PENDING, TaskState.RUNNING, TaskState.FAILED, TaskState.DEAD),
    "open": (TaskState.PENDING, TaskState.RUNNING, TaskState.FAILED),
    "done": (TaskState.SUCCESS,),
    "dead": (TaskState.DEAD,),
    "all": (),
}
RANGES = {"1h": timedelta(hours=1), "24h": timedelta(days=1), "7d": timedelta(days=7), "all": None}


@router.get("/tasks")
@router.get("/tasks.json")
def show(web: Viewer) -> Response:
    params = {name: web.query(name) for name in ("state", "source", "range")}
    with web.read() as work:
        page = work.tasks.page(_wanted(params, web.formats.now), limit=PAGE_ROWS, after=web.query("after"))
        rows = window_rows(web, work, page.items)
        source = _source(work, params["source"])
    data = {"rows": rows, "next": page.next, "total": page.total, "more": page.more, "queue": queue_facts(web)}
    return web.listing(
        "tasks.html", data, section="tasks", params=params, segments=SEGMENTS, ranges=RANGES, source=source
    )


def _wanted(params: dict[str, str], now: datetime) -> WindowFilter:
    span = RANGES.get(params["range"] or "24h", RANGES["24h"])
    number = params["source"]
    return WindowFilter(
        source_id=int(number) if number.isdecimal() and len(number) < 19 else None,
        statuses=SEGMENTS.get(params["state"], SEGMENTS[""]),
        since=now - span if span else None,
    )


def _source(work: Work, number: str) -> str:
    if not number.isdecimal() or len(number) > 18:
        return ""
    found = work.sources.by_ids([int(number)]).get(int(number))
    return found.name if found else f"#{number}"


def queue_facts(web: Web) -> dict[str, Any]:
    """Counts of live work, as JSON can hold them."""
    stats: QueueStats = web.console.ports.queue.stats()
    return {
        "lanes": [{"priority": lane.priority, "waiting": lane.waiting} for lane in stats.lanes],
        "pending": stats.pending, "running": stats.running, "delayed": stats.delayed, "dead": stats.dead,
        "oldest_at": from_ms(stats.oldest_ms) if stats.oldest_ms else None,
    }  # fmt: skip


@router.get("/tasks/{task_id}")
def show_one(web: Viewer, task_id: str) -> Response:
    """A window, or for a page found on it the window that it belongs to."""
    with web.read() as work:
        window = work.tasks.get(task_id)
        row = window_rows(web, work, [window])[0]
        details = view_rows(web, work, web.console.ports.queue.details(root_of(task_id), limit=DETAILS_SHOWN))
    data = {"task": row, "details": details}
    shown = {"focus": task_id, "states": TASK_STATES, "may_replay": window.status in FINAL, "limit": DETAILS_SHOWN}
    return web.listing("task.html", data, section="tasks", **shown)


@router.post("/tasks/{task_id}/replay")
def replay(web: Operator, task_id: str) -> Response:
    with web.write() as work:
        fresh = work.tasks.replay(task_id, actor=web.actor)
    return web.redirect(f"/tasks/{fresh.id}", done="replayed")
