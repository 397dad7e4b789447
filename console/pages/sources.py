"""The list of sources, one source, and what can be done to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console import credential_form, source_filter
from console.auth import Operator, Viewer
from console.done import DONE
from console.operation_words import VERBS
from console.pages.source_trial import told
from console.reasons import TASK_STATES
from console.render import link
from console.said import said
from console.source_rows import rows_of
from console.task_rows import window_rows
from console.vocabulary import SOURCE_TYPES
from console.web import Web
from console.work import Work
from kit.contracts.trial import Trial
from kit.errors import RetriableError
from services.accounts.schemas import Role
from services.sources.operation_schemas import CHOSEN
from services.sources.schemas import SourceFilter, SourceSort, SourceView
from services.tasks.schemas import WindowFilter

router = APIRouter()
PAGE_ROWS = 50
SORTS: dict[str, tuple[SourceSort, bool]] = {
    "name": ("name", False), "-name": ("name", True), "next": ("next_run_at", False), "id": ("id", False), "-id": ("id", True),
}  # fmt: skip
RECENT_WINDOWS = 12


@router.get("/sources")
@router.get("/sources.json")
def show(web: Viewer) -> Response:
    wanted, params = source_filter.asked(web.query)
    sort, descending = SORTS.get(params["sort"], SORTS["-id"])
    with web.read() as work:
        page = work.sources.page(wanted, sort=sort, descending=descending, limit=PAGE_ROWS, after=web.query("after"))
        rows = rows_of(web, work, page.items)
        counts = {str(int(status)): count for status, count in work.sources.counts().items()}
        templates = [(one.id, one.name) for one in work.templates.page(limit=200).items]
    data = {"rows": rows, "next": page.next, "total": page.total, "more": page.more, "counts": counts}
    filtered = wanted != SourceFilter()
    may_all = filtered or (web.visitor.user is not None and web.visitor.user.role is Role.ADMIN)
    verbs = {verb.value: VERBS[verb] for verb in CHOSEN}
    return web.listing(
        "sources.html", data, section="sources", params=params, templates=templates, types=SOURCE_TYPES, verbs=verbs,
        may_all=may_all, filtered=filtered,
    )  # fmt: skip


@router.get("/sources/{source_id:id}")
@router.get("/sources/{source_id:id}.json")
def show_one(web: Viewer, source_id: int) -> Response:
    with web.read() as work:
        source = work.sources.get(source_id, deleted=True)
        row = rows_of(web, work, [source])[0]
        page = work.tasks.page(WindowFilter(source_id=source_id), limit=RECENT_WINDOWS)
        windows = window_rows(web, work, page.items)
    data = {"source": row, "windows": windows}
    hidden_headers = sorted(source.headers)
    failed = None if web.wants_json else _failed(web, source)
    return web.listing(
        "source.html",
        data,
        section="sources",
        full=source,
        headers=hidden_headers,
        failed=failed,
        credential_kinds=credential_form.KINDS,
        states=TASK_STATES,
        types=SOURCE_TYPES,
    )


def _failed(web: Web, source: SourceView) -> dict[str, Any] | None:
    """What was seen when the source failed last, and what to do; None while it does not fail."""
    if not source.fail_count or not source.last_failure:
        return None
    try:
        kept = web.console.ports.trials.kept(source.id)
    except RetriableError:
        # The page is worth showing without it.
        kept = None
    if kept is None or kept.failure != source.last_failure:
        return {**told(web, Trial(0, source.last_failure)), "trial": None}
    return told(web, kept)


@router.post("/sources/{source_id:id}/run")
def run_now(web: Operator, source_id: int) -> Response:
    return _act(web, source_id, "run", lambda work: work.sources.run_now(source_id, actor=web.actor))


@router.post("/sources/{source_id:id}/pause")
def pause(web: Operator, source_id: int) -> Response:
    note = web.form.value("note").strip()
    return _act(web, source_id, "paused", lambda work: work.sources.pause(source_id, actor=web.actor, note=note))


@router.post("/sources/{source_id:id}/resume")
def resume(web: Operator, source_id: int) -> Response:
    return _act(web, source_id, "resumed", lambda work: work.sources.resume(source_id, actor=web.actor))


@router.post("/sources/{source_id:id}/watch")
def watch(web: Operator, source_id: int) -> Response:
    return _act(web, source_id, "watched", lambda work: work.sources.watch(source_id, actor=web.actor))


@router.post("/sources/{source_id:id}/delete")
def delete(web: Operator, source_id: int) -> Response:
    with web.write() as work:
        work.sources.delete(source_id, actor=web.actor)
    return web.redirect("/sources", done="deleted")


def _act(web: Web, source_id: int, done: str, change: Callable[[Work], SourceView]) -> Response:
    """The changed row for htmx, the page that the button stood on otherwise."""
    with web.write() as work:
        source = change(work)
        row = rows_of(web, work, [source])[0]
    if web.is_fragment:
        return said(web.html("_source_row.html", row=row, types=SOURCE_TYPES), web.gettext(DONE[done]))
    back = web.form.value("back")
    return web.redirect(back if back.startswith("/sources") else link(f"/sources/{source_id}"), done=done)
