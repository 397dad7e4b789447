"""Dead letters: tasks that were given up, and what can be done about each."""

from __future__ import annotations

from urllib.parse import quote

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Operator, Viewer
from console.task_rows import view_rows
from console.web import Web
from kit.clock import to_ms
from kit.errors import Conflict, NotFound

router = APIRouter()
PAGE_ROWS = 50


@router.get("/dead")
@router.get("/dead.json")
def show(web: Viewer) -> Response:
    before = web.query("after")
    queue = web.console.ports.queue
    views = queue.dead(limit=PAGE_ROWS + 1, before_ms=int(before) if before.isdecimal() and len(before) < 16 else None)
    with web.read() as work:
        rows = view_rows(web, work, views[:PAGE_ROWS])
    following = ""
    if len(views) > PAGE_ROWS and rows[-1]["ended_at"]:
        following = str(to_ms(rows[-1]["ended_at"]))
    data = {"rows": rows, "next": following, "total": queue.stats().dead, "more": False}
    return web.listing("dead.html", data, section="dead", params={"after": before})


@router.post("/dead/replay")
def replay(web: Operator) -> Response:
    """Every ticked task again, each with a fresh number of tries. One that somebody else replayed meanwhile is left out."""
    ids = _ticked(web)
    replayed = [task_id for task_id in ids if _replay(web, task_id)]
    if ids and not replayed:
        return web.redirect("/dead", done="gone")
    if len(ids) == 1:
        return web.redirect(f"/tasks/{quote(ids[0], safe='')}", done="replayed")
    return web.redirect("/dead", done="replayed" if ids else "none_ticked")


def _replay(web: Web, task_id: str) -> bool:
    queue = web.console.ports.queue
    try:
        with web.write() as work:
            if "#" in task_id:
                fresh = queue.replay_dead(task_id, now_ms=to_ms(web.formats.now))
                work.audit.record(web.actor, "replay", "task", task_id, {}, {"replay": fresh})
            else:
                work.tasks.replay(task_id, actor=web.actor)
    except (NotFound, Conflict):
        return False
    if "#" not in task_id:
        # The replay is committed: only now may the letter go.
        queue.discard_dead([task_id])
    return True


@router.post("/dead/discard")
def discard(web: Operator) -> Response:
    ids = _ticked(web)
    with web.write() as work:
        web.console.ports.queue.discard_dead(ids)
        for task_id in ids:
            work.audit.record(web.actor, "discard", "task", task_id, {}, {"discarded": True})
    return web.redirect("/dead", done="discarded" if ids else "none_ticked")


def _ticked(web: Web) -> list[str]:
    """The ids that the person saw and ticked, never "all that match now"."""
    return [value for value in web.fields.getlist("id") if isinstance(value, str)][:PAGE_ROWS]
