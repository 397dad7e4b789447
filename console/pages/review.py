"""Review: flagged documents that wait for a person, and what the person decides."""

from __future__ import annotations

import re
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console import cursors
from console.auth import Operator, Viewer
from console.text import cut
from console.web import Web
from kit.contracts.stored import IndexDocument
from services.review.service import Decision

router = APIRouter()
PAGE_ROWS = 25
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


def _decide(web: Web, decision: Decision) -> Response:
    """For the documents that the person saw and ticked; a later decision replaces an earlier one."""
    ids = [one for one in web.fields.getlist("id") if isinstance(one, str) and _HASH.fullmatch(one)][:PAGE_ROWS]
    with web.write() as work:
        for content_hash in ids:
            work.review.decide(content_hash, decision, actor=web.actor)
    back = f"/documents/{ids[0]}" if web.fields.get("from") == "document" and ids else "/review"
    return web.redirect(back, done=decision if ids else "none_ticked")


def _row(document: IndexDocument) -> dict[str, Any]:
    return {
        "id": document.id, "title": document.title, "excerpt": cut(document.content, EXCERPT), "url": document.url,
        "source_id": document.source_id, "source_name": document.source_name, "flags": list(document.flags),
        "publish_time": document.publish_time, "collect_time": document.collect_time, "language": document.language,
        "score": document.score,
    }  # fmt: skip
