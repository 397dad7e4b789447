"""A template's golden samples, and the sheet that says whether a version may be published (requirements C5, C6)."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console.archived import MAX_DEPTH, depth
from console.auth import Admin, Operator, Viewer
from console.forms import Form, decimal, problems_in
from console.pages.documents import archived_page_text
from console.reasons import SHADOW_KINDS, SHADOW_STATES
from console.web import Web
from kit.errors import Conflict, InvalidInput, NotFound
from services.accounts.schemas import Role

router = APIRouter()
EXAMPLES_SHOWN = 5
STARTING = {"good": "good", "part": "detail", "timezone": "UTC"}


@router.get("/templates/{template_id:id}/samples")
@router.get("/templates/{template_id:id}/samples.json")
def samples(web: Viewer, template_id: int) -> Response:
    return _samples(web, template_id, Form({**STARTING, "archived": web.query("archived")}))


@router.post("/templates/{template_id:id}/samples")
def add_sample(web: Operator, template_id: int) -> Response:
    """Keeps an archived or a pasted page; what the newest version makes of it is what will be expected."""
    form = web.form
    try:
        page = _page(web, form)
        with web.write() as work:
            work.samples.add(template_id, actor=web.actor, name=form.value("name"), **page)
    except (InvalidInput, Conflict, NotFound) as error:
        problems = problems_in(error) if isinstance(error, InvalidInput) else {"archived": str(error)}
        for name, sentence in problems.items():
            form.add(name, sentence)
        return _samples(web, template_id, form, status=422)
    return web.redirect(f"/templates/{template_id}/samples", done="sample_added")


@router.post("/templates/{template_id:id}/samples/{number:id}/expected")
def expect(web: Operator, template_id: int, number: int) -> Response:
    try:
        expected = json.loads(web.form.value("expected"))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"not JSON: {error}", field="expected") from error
    if not isinstance(expected, dict):
        raise InvalidInput("must be a JSON object", field="expected")
    with web.write() as work:
        work.samples.expect(template_id, number, expected, actor=web.actor)
    return web.redirect(f"/templates/{template_id}/samples", done="saved")


@router.post("/templates/{template_id:id}/samples/{number:id}/remove")
def remove(web: Operator, template_id: int, number: int) -> Response:
    with web.write() as work:
        work.samples.remove(template_id, number, actor=web.actor)
    return web.redirect(f"/templates/{template_id}/samples", done="sample_removed")


@router.get("/templates/{template_id:id}/versions/{number:id}")
@router.get("/templates/{template_id:id}/versions/{number:id}.json")
def sheet(web: Viewer, template_id: int, number: int) -> Response:
    return _sheet(web, template_id, number, Form({"hours": "24", "percent": "10"}))


@router.post("/templates/{template_id:id}/versions/{number:id}/shadow")
def start_shadow(web: Operator, template_id: int, number: int) -> Response:
    form = web.form
    hours, percent = decimal(form, "hours"), decimal(form, "percent")
    try:
        if not form.problems:
            with web.write() as work:
                work.shadows.start(
                    template_id, number, actor=web.actor, hours=24.0 if hours is None else hours,
                    percent=10.0 if percent is None else percent,
                )  # fmt: skip
    except (InvalidInput, Conflict) as error:
        problems = problems_in(error) if isinstance(error, InvalidInput) else {"hours": str(error)}
        for name, sentence in problems.items():
            form.add(name, sentence)
    if form.problems:
        return _sheet(web, template_id, number, form, status=422)
    return web.redirect(f"/templates/{template_id}/versions/{number}", done="shadow_started")


@router.post("/templates/{template_id:id}/versions/{number:id}/shadow/stop")
def stop_shadow(web: Operator, template_id: int, number: int) -> Response:
    with web.write() as work:
        work.shadows.stop(template_id, number, actor=web.actor, discard=web.form.value("discard") == "1")
    return web.redirect(f"/templates/{template_id}/versions/{number}", done="shadow_stopped")


@router.post("/templates/{template_id:id}/versions/{number:id}/override")
def override(web: Admin, template_id: int, number: int) -> Response:
    """Publishes although the gate is closed; the reason is audited."""
    reason = web.form.value("reason").strip()
    if not reason:
        web.form.add("reason", "Field required")
        return _sheet(web, template_id, number, web.form, status=422)
    with web.write() as work:
        work.templates.publish(template_id, number, actor=web.actor, note=web.form.value("note"), override=reason)
    return web.redirect(f"/templates/{template_id}", done="published")


def _page(web: Web, form: Form) -> dict[str, Any]:
    """The page and how it is to be read, from the form."""
    html, url, fetched_at = form.value("page"), form.value("page_url").strip(), None
    if form.value("archived").strip():
        html, url, fetched_at = archived_page_text(web, form.value("archived").strip())
    if not html:
        raise InvalidInput("Field required", field="page")
    if depth(html) > MAX_DEPTH:
        raise InvalidInput(f"the page is nested deeper than {MAX_DEPTH:,} elements", field="page")
    return {
        "html": html, "url": url, "fetched_at": fetched_at, "good": form.value("good") != "bad",
        "part": form.value("part") or "detail", "timezone": form.value("timezone").strip() or "UTC",
    }  # fmt: skip


def _samples(web: Web, template_id: int, form: Form, *, status: int = 200) -> Response:
    with web.read() as work:
        template = work.templates.get(template_id)
        kept = work.samples.list(template_id)
        outcomes = {one.number: one for one in work.samples.check(template_id, template.last_version)}
    if web.wants_json:
        return web.json({"samples": kept, "version": template.last_version, "outcomes": list(outcomes.values())})
    return web.html(
        "template_samples.html", status=status, section="templates", template=template, samples=kept, outcomes=outcomes, form=form,
    )  # fmt: skip


def _sheet(web: Web, template_id: int, number: int, form: Form, *, status: int = 200) -> Response:
    with web.read() as work:
        template = work.templates.get(template_id)
        version = work.templates.version(template_id, number)
        gate = work.templates.gate(template_id, number)
        used_by = work.sources.template_usage([template_id]).get(template_id, 0)
    if web.wants_json:
        return web.json({"version": version, "gate": gate, "sources": used_by})
    user = web.visitor.user
    return web.html(
        "template_version.html", status=status, section="templates", template=template, version=version, gate=gate, sources=used_by,
        form=form, kinds=SHADOW_KINDS, states=SHADOW_STATES, examples_shown=EXAMPLES_SHOWN,
        may_override=user is not None and user.role.allows(Role.ADMIN),
    )  # fmt: skip
