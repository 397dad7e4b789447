"""Templates: the list, one with its versions, publishing and going back."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Operator, Viewer
from console.reasons import SHADOW_STATES, VERSION_STATES
from console.web import Web
from kit.errors import InvalidInput
from services.templates.errors import GateClosed

router = APIRouter()
PAGE_ROWS = 50


@router.get("/templates")
@router.get("/templates.json")
def show(web: Viewer) -> Response:
    params = {"q": web.query("q")}
    with web.read() as work:
        page = work.templates.page(q=params["q"], limit=PAGE_ROWS, after=web.query("after"))
        usage = work.sources.template_usage([one.id for one in page.items])
    rows = [
        {
            "id": one.id, "name": one.name, "description": one.description, "live_version": one.live_version,
            "last_version": one.last_version, "sources": usage.get(one.id, 0), "updated_at": one.updated_at,
        }
        for one in page.items
    ]  # fmt: skip
    data = {"rows": rows, "next": page.next, "total": page.total, "more": page.more}
    return web.listing("templates.html", data, section="templates", params=params)


@router.get("/templates/{template_id:id}")
@router.get("/templates/{template_id:id}.json")
def show_one(web: Viewer, template_id: int) -> Response:
    with web.read() as work:
        template = work.templates.get(template_id)
        versions = work.templates.versions(template_id)
        used_by = work.sources.template_usage([template_id]).get(template_id, 0)
        samples = len(work.samples.list(template_id))
        shadows = work.shadows.runs(template_id)
    data = {"template": template, "versions": versions, "sources": used_by, "samples": samples, "shadows": shadows}
    runs = {run.number: run for run in shadows}
    return web.listing(
        "template.html", data, section="templates", states=VERSION_STATES, runs=runs, shadow_states=SHADOW_STATES
    )


@router.post("/templates/{template_id:id}/publish")
def publish(web: Operator, template_id: int) -> Response:
    number = _number(web)
    try:
        with web.write() as work:
            work.templates.publish(template_id, number, actor=web.actor, note=web.form.value("note"))
    except GateClosed:
        return web.redirect(f"/templates/{template_id}/versions/{number}", done="gate_closed")
    return web.redirect(f"/templates/{template_id}", done="published")


@router.post("/templates/{template_id:id}/rollback")
def rollback(web: Operator, template_id: int) -> Response:
    """An earlier version becomes live again, under a new number."""
    number = _number(web)
    with web.write() as work:
        work.templates.rollback(template_id, actor=web.actor, to=number, note=web.form.value("note"))
    return web.redirect(f"/templates/{template_id}", done="published")


def _number(web: Web) -> int:
    text = web.form.value("number")
    if not text.isdecimal() or len(text) > 9:
        raise InvalidInput("there is no such version", field="number")
    return int(text)
