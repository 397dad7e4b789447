"""The audit log, for administrators."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Admin
from services.audit.schemas import AuditFilter

router = APIRouter()
PAGE_ROWS = 50
FILTERS = ("actor", "action", "subject_type", "subject_id")


@router.get("/audit")
@router.get("/audit.json")
def show(web: Admin) -> Response:
    params: dict[str, Any] = {name: web.query(name) for name in FILTERS}
    with web.read() as work:
        page = work.audit.page(AuditFilter(**params), limit=PAGE_ROWS, after=web.query("after"))
    data = {"rows": list(page.items), "next": page.next, "total": page.total, "more": page.more}
    return web.listing("audit.html", data, section="audit", params=params)
