"""Dead letters: tasks that were given up, and what can be done about each."""

from __future__ import annotations

from urllib.parse import quote

from fastapi import APIRouter
from starlette.responses import Response

from console import cursors
from console.auth import Operator, Viewer
from console.task_rows import view_rows
from console.web import Web
from kit.clock import to_ms
from kit.errors import Conflict, InvalidInput, NotFound

router = APIRouter()
PAGE_ROWS = 50


@router.get("/dead")
@router.get("/dead.json")
def show(web: Viewer) -> Response:
    after = web.query("after")
    queue = web.console.ports.queue
    views = queue.dead(limit=PAGE_ROWS + 1, before=_before(after))
    with web.read() as work:
        rows = view_rows(web, work, views[:PAGE_ROWS])
    last = views[PAGE_ROWS - 1] if len(views) > PAGE_ROWS else None
    following = cursors.to_text((last.fields["dead_at"], last.task_id)) if last else ""
    data = {"rows": rows, "next": following, "total": queue.stats().dead, "more": False}
    return web.listing("dead.html", data, section="dead", params={"after": after})


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


def _before(after: str) -> tuple[int, str] | None:
    """Raises InvalidInput for what is no link of ours."""
    match cursors.from_text(after):
        case ():
            return None
        case (at, task_id) if at.isascii() and at.isdecimal() and len(at) < 16:
            return int(at), task_id
    raise InvalidInput("this page link is damaged: start again from the first page", field="after")


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
