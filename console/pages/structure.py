"""Changed structures: pages that no longer look like their family, and the decision about each (requirement X6)."""

from __future__ import annotations

import re
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from console.archived import harmless
from console.auth import Operator, Viewer
from console.pages.documents import SANDBOX_HEADERS, text_of
from console.structure_words import CASES, HELD, VERDICTS
from console.text import cut
from console.web import Web
from console.work import Work
from kit.contracts.document import Document
from kit.errors import CatchmentError, InvalidInput, NotFound, RetriableError
from services.structure.pages import HeldPages
from services.structure.schemas import UNSETTLED, CaseView, HeldView

router = APIRouter()
PAGE_ROWS = 25
HELD_ROWS = 25
EXCERPT = 600
_KEY = re.compile(r"[0-9a-f]{32}")


@router.get("/structure")
@router.get("/structure.json")
def show(web: Viewer) -> Response:
    """What waits, or with `all=1` also what was settled; newest first."""
    everything, before = web.query("all") == "1", _number(web.query("after"))
    with web.read() as work:
        found = work.structure.cases((), before=before, limit=PAGE_ROWS + 1) if everything else _waiting(work, before)
        names = work.source_names({str(case.source_id) for case in found})
    rows = [_row(case, names) for case in found[:PAGE_ROWS]]
    following = str(rows[-1]["id"]) if len(found) > PAGE_ROWS else ""
    data = {"rows": rows, "next": following}
    params = {"all": "1" if everything else "", "after": web.query("after")}
    return web.listing("structure.html", data, section="structure", params=params, states=CASES)


@router.get("/structure/{case_id:id}")
@router.get("/structure/{case_id:id}.json")
def case(web: Viewer, case_id: int) -> Response:
    """The case with its fields, and the page before beside the one after."""
    with web.read() as work:
        view = work.structure.case(case_id)
        held = work.structure.held(case_id, limit=HELD_ROWS, after=web.query("after"))
        names = work.source_names({str(view.source_id)})
        before = _before(work, view)
    shown = next((one for one in held if one.url == view.after_url), held[0] if held else None)
    after = _after(web, shown)
    row = _row(view, names)
    if web.wants_json:
        return web.json({**row, "evidence": view.evidence, "documents": held, "before": before, "after": after})
    return web.html(
        "structure_case.html", section="structure", case=view, row=row, held=held, before=before, after=after, states=CASES,
        held_words=HELD, verdicts=VERDICTS, unsettled=view.status in UNSETTLED,
        next=held[-1].key if len(held) == HELD_ROWS else "",
    )  # fmt: skip


@router.get("/structure/held/{held_key}/page")
def held_page(web: Viewer, held_key: str) -> Response:
    """The page that is held, for the sandboxed frame."""
    if not _KEY.fullmatch(held_key):
        raise InvalidInput("not a key of something held: expected 32 hex digits", field="held_key")
    with web.read() as work:
        _, object_key = work.structure.held_one(held_key)
    raw = HeldPages(web.console.ports.objects).page(object_key)
    return HTMLResponse(harmless(text_of(raw)), headers=SANDBOX_HEADERS)


@router.post("/structure/{case_id:id}/confirm")
def confirm(web: Operator, case_id: int) -> Response:
    with web.write() as work:
        work.structure.confirm(case_id, actor=web.actor, note=web.form.value("note"))
    return web.redirect(f"/structure/{case_id}", done="structure_confirmed")


@router.post("/structure/{case_id:id}/reject")
def reject(web: Operator, case_id: int) -> Response:
    with web.write() as work:
        work.structure.reject(case_id, actor=web.actor, note=web.form.value("note"))
    return web.redirect(f"/structure/{case_id}", done="structure_rejected")


def _waiting(work: Work, before: int | None) -> list[CaseView]:
    return work.structure.cases([str(one) for one in UNSETTLED], before=before, limit=PAGE_ROWS + 1)


def _number(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise InvalidInput("this page link is damaged: start again from the first page", field="after")
    return int(text)


def _row(view: CaseView, names: dict[str, str]) -> dict[str, Any]:
    return {
        "id": view.id, "source_id": view.source_id, "source_name": names.get(str(view.source_id), str(view.source_id)),
        "family": view.family, "template_id": view.template_id, "template_version": view.template_version,
        "status": view.status, "verdict": view.verdict, "pages": view.pages, "fields": list(view.fields),
        "before_url": view.before_url, "after_url": view.after_url, "opened_at": view.opened_at, "seen_at": view.seen_at,
        "decided_at": view.decided_at, "decided_by": view.decided_by, "note": view.note, "held": view.held,
        "paused_since": view.paused_since, "paused_why": view.paused_why,
    }  # fmt: skip


def _before(work: Work, view: CaseView) -> dict[str, Any] | None:
    """What the last page that fitted says; None where it is not stored any more."""
    content_hash = work.documents.of_url(view.before_url) if view.before_url else ""
    try:
        found = work.documents.get(content_hash).archived if content_hash else None
    except NotFound:
        return None
    if found is None:
        return None
    return {
        "id": content_hash, "url": found.url, "title": found.title, "publish_time": found.publish_time,
        "authors": ", ".join(found.authors), "content": cut(found.content, EXCERPT), "chars": len(found.content),
    }  # fmt: skip


def _after(web: Web, held: HeldView | None) -> dict[str, Any] | None:
    """What was read of a held page; None where nothing is held or it cannot be read now."""
    if held is None:
        return None
    try:
        with web.read() as work:
            _, object_key = work.structure.held_one(held.key)
        found: Document = HeldPages(web.console.ports.objects).document(object_key)
    except RetriableError:
        raise
    except CatchmentError:
        return None
    return {
        "id": held.key, "url": found.url, "title": found.title, "publish_time": found.publish_time,
        "authors": ", ".join(found.authors), "content": cut(found.content, EXCERPT), "chars": len(found.content),
    }  # fmt: skip
