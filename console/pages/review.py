"""Review: flagged documents that wait for a person, and what the person decides."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from cleaner.sinks.fix import Fix
from console import cursors
from console.auth import Operator, Viewer
from console.forms import Form, problems_in
from console.i18n import gettext_noop
from console.text import cut
from console.web import Web
from kit.contracts.stored import IndexDocument
from kit.errors import InvalidInput
from services.documents.schemas import DocumentView
from services.review.service import Decision

router = APIRouter()
PAGE_ROWS = 25
RECENT = 100
ACTIONS = {
    "approved": gettext_noop("approved"),
    "fixed": gettext_noop("put right"),
    "rejected": gettext_noop("rejected"),
}
EXCERPT = 160
_HASH = re.compile(r"[0-9a-f]{32}")


@router.get("/review")
@router.get("/review.json")
def show(web: Viewer) -> Response:
    flag = web.query("flag")
    with web.read() as work:
        found = work.review.waiting(limit=PAGE_ROWS, after=cursors.from_text(web.query("after")), flag=flag)
    hits = found.hits
    data = {
        "rows": [_row(hit.document) for hit in hits],
        "next": cursors.to_text(hits[-1].sort_key) if len(hits) == PAGE_ROWS else "",
        "total": found.total,
        "more": found.more,
        "flags": [{"flag": name, "count": count} for name, count in found.facets.get("flags", ())],
    }
    return web.listing("review.html", data, section="review", params={"flag": flag, "after": web.query("after")})


@router.post("/review/approve")
def approve(web: Operator) -> Response:
    return _decide(web, "approved")


@router.post("/review/reject")
def reject(web: Operator) -> Response:
    return _decide(web, "rejected")


@router.post("/review/undo")
def undo(web: Operator) -> Response:
    ids = _ids(web)
    with web.write() as work:
        for content_hash in ids:
            work.review.undo(content_hash, actor=web.actor)
    return web.redirect(_back(web, ids), done="undone" if ids else "none_ticked")


@router.post("/review/example")
def example(web: Operator) -> Response:
    ids, kept = _ids(web), web.form.value("example") != "0"
    with web.write() as work:
        for content_hash in ids:
            work.review.mark_example(content_hash, actor=web.actor, example=kept)
    return web.redirect(_back(web, ids), done="saved" if ids else "none_ticked")


@router.get("/review/rules")
@router.get("/review/rules.json")
def rules(web: Viewer) -> Response:
    """What people's decisions say of the rules, and the decisions themselves."""
    with web.read() as work:
        precision, decisions = work.review.precision(), work.review.latest(RECENT)
    if web.wants_json:
        told = [{**asdict(one), "share": one.share, "low": one.low, "high": one.high} for one in precision]
        return web.json({"rules": told, "decisions": [asdict(one) for one in decisions]})
    return web.html("review_rules.html", section="review", rules=precision, decisions=decisions, actions=ACTIONS)


@router.get("/documents/{content_hash}/fix")
def fixing(web: Operator, content_hash: str) -> Response:
    with web.read() as work:
        view = work.documents.get(content_hash)
    shown = view.document or view.archived
    assert shown is not None
    form = Form({"title": shown.title, "content": shown.content, "publish_time": shown.publish_time})
    return _fix_page(web, view, form)


@router.post("/documents/{content_hash}/fix")
def fix(web: Operator, content_hash: str) -> Response:
    form = web.form
    with web.read() as work:
        view = work.documents.get(content_hash)
    try:
        with web.write() as work:
            work.review.fix(content_hash, _changed(view, form), actor=web.actor)
    except InvalidInput as error:
        for name, sentence in problems_in(error).items():
            form.add(name, sentence)
        return _fix_page(web, view, form, status=422)
    return web.redirect(f"/documents/{content_hash}", done="fixed")


def _fix_page(web: Web, view: DocumentView, form: Form, *, status: int = 200) -> Response:
    return web.html("document_fix.html", status=status, section="review", view=view, form=form)


def _changed(view: DocumentView, form: Form) -> Fix:
    """What differs from what is shown; a browser sends lines with CR LF."""
    shown = view.document or view.archived
    found = {name: form.value(name).replace("\r\n", "\n").strip() for name in ("title", "content", "publish_time")}
    return Fix(**{name: text for name, text in found.items() if text != str(getattr(shown, name, "")).strip()})


def _ids(web: Web) -> list[str]:
    return [one for one in web.fields.getlist("id") if isinstance(one, str) and _HASH.fullmatch(one)][:PAGE_ROWS]


def _back(web: Web, ids: list[str]) -> str:
    place = web.fields.get("from")
    if place == "document" and ids:
        return f"/documents/{ids[0]}"
    return "/review/rules" if place == "rules" else "/review"


def _decide(web: Web, decision: Decision) -> Response:
    """For the documents that the person saw and ticked; a later decision replaces an earlier one."""
    ids = _ids(web)
    with web.write() as work:
        for content_hash in ids:
            work.review.decide(content_hash, decision, actor=web.actor)
    return web.redirect(_back(web, ids), done=decision if ids else "none_ticked")


def _row(document: IndexDocument) -> dict[str, Any]:
    return {
        "id": document.id, "title": document.title, "excerpt": cut(document.content, EXCERPT), "url": document.url,
        "source_id": document.source_id, "source_name": document.source_name, "flags": list(document.flags),
        "publish_time": document.publish_time, "collect_time": document.collect_time, "language": document.language,
        "score": document.score,
    }  # fmt: skip
