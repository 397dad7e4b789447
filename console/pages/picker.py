"""The template studio's picker: an archived page that can be pointed at, and selectors for what was pointed at. Stores nothing."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from collector.extract.page import Page
from collector.extract.picking import ListChoice, Numbered, Picked, pick, pick_list, stamped
from console.archived import MAX_DEPTH, depth, harmless
from console.auth import Operator
from console.i18n import gettext_noop
from console.pages.documents import archived_text, text_of
from console.preview import MAX_CHARS
from console.security import PICKED_POLICY
from console.web import Web
from kit.errors import InvalidInput, NotFound
from kit.ports.index import Query

router = APIRouter()
OTHERS = 12
CLICKS = 20
N_ = gettext_noop
WORDS = {
    "strong": N_("strong"),
    "fair": N_("fair"),
    "weak": N_("weak"),
    "structure": N_("by its place"),
    "data": N_("by the page's data"),
    "label": N_("by its label"),
}
PROBLEMS = {
    "click on two items of the list": N_("Click on two items of the list."),
    "one lies inside the other: click on two different items": N_(
        "One lies inside the other: click on two different items."
    ),
    "nothing tells these items from the rest of the page: click on two items that look alike": N_(
        "Nothing tells these items from the rest of the page: click on two items that look alike."
    ),
}
_HEADERS = {
    "Content-Security-Policy": PICKED_POLICY,
    "Referrer-Policy": "no-referrer",
    "X-DNS-Prefetch-Control": "off",
    "Cache-Control": "private, no-store",
}


@router.get("/templates/pick/{content_hash}/page")
def framed(web: Operator, content_hash: str) -> Response:
    """As the document's archived page, with a number on each element that the page around the frame may read."""
    html, _ = archived_text(web, content_hash)
    return HTMLResponse(harmless(stamped(html) if _can_be_picked(html) else html), headers=_HEADERS)


@router.post("/templates/pick")
def answer(web: Operator) -> Response:
    """What was clicked as selectors. Fields: archived (hash), kind (field or list), nodes and not (numbers, separated by commas)."""
    form = web.form
    content_hash = form.value("archived").strip()
    try:
        html, url = archived_text(web, content_hash)
    except (NotFound, InvalidInput) as error:
        return _answered(web, problem=web.problem(str(error)))
    if not _can_be_picked(html):
        return _answered(web, problem=web.gettext("This page is too large or too deep to be picked from."))
    nodes, refused = _numbers(form.value("nodes")), _numbers(form.value("not"))
    clicked = Numbered(html, url)
    if form.value("kind") == "list":
        found = pick_list(clicked, nodes, negatives=refused)
        if isinstance(found, str):
            return _answered(web, problem=web.gettext(PROBLEMS[found]))
        return _answered(web, choices=found)
    picked = pick(clicked, nodes[-1], negatives=refused, others=_others(web, content_hash)) if nodes else None
    if picked is None:
        return _answered(web, problem=web.gettext("There is no such element on this page."))
    return _answered(web, picked=picked)


def _answered(
    web: Web, *, picked: Picked | None = None, choices: Sequence[ListChoice] = (), problem: str = ""
) -> Response:
    words = {name: web.gettext(text) for name, text in WORDS.items()}
    return web.html("_picked.html", picked=picked, choices=choices, problem=problem, words=words)


def _others(web: Web, content_hash: str) -> list[Page]:
    """Further pages of the same source, the newest."""
    found: list[Page] = []
    with web.read() as work:
        document = work.documents.get(content_hash).document
        if document is None:
            return []
        hits = work.documents.search(Query(filters={"source_id": [document.source_id]}, limit=OTHERS + 1)).hits
        for hit in hits:
            if hit.document.id == content_hash or not hit.document.row_key:
                continue
            try:
                raw = work.documents.raw_of_row(hit.document.row_key)
            except NotFound:
                continue
            if _can_be_picked(html := text_of(raw)):
                found.append(Page(html, raw.url))
    return found[:OTHERS]


def _can_be_picked(html: str) -> bool:
    return len(html) <= MAX_CHARS and depth(html) <= MAX_DEPTH


def _numbers(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")][:CLICKS]
    return [int(part) for part in parts if part.isdecimal() and len(part) < 8]
