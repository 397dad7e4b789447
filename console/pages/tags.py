"""A source's tag rules: edited, and tried on its recent documents before they are saved."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Operator, Viewer
from console.forms import Form, integer, problems_in
from console.web import Web
from kit.contracts.tag_rules import MAX_RULES
from kit.errors import InvalidInput

router = APIRouter()


@router.get("/sources/{source_id:id}/tags")
@router.get("/sources/{source_id:id}/tags.json")
def show(web: Viewer, source_id: int) -> Response:
    with web.read() as work:
        source = work.sources.get(source_id)
    lines = source.options.get("tag_rules", ())
    return _page(web, source_id, Form({"rules": "\n".join(lines), "version": str(source.version)}))


@router.post("/sources/{source_id:id}/tags/preview")
def preview(web: Operator, source_id: int) -> Response:
    return _page(web, source_id, web.form)


@router.post("/sources/{source_id:id}/tags")
def save(web: Operator, source_id: int) -> Response:
    form = web.form
    try:
        with web.write() as work:
            version = integer(form, "version", 0) or 0
            work.tags.save(source_id, version, form.value("rules").splitlines(), actor=web.actor)
    except InvalidInput as error:
        _place(form, error)
        return _page(web, source_id, form)
    return web.redirect(f"/sources/{source_id}/tags", done="tags_saved")


def _page(web: Web, source_id: int, form: Form) -> Response:
    tried = None
    with web.read() as work:
        source = work.sources.get(source_id)
        try:
            tried = work.tags.preview(source_id, form.value("rules").splitlines())
        except InvalidInput as error:
            _place(form, error)
    if web.wants_json:
        return web.json({"rules": form.value("rules").splitlines(), "preview": asdict(tried) if tried else None})
    status = 422 if form.problems else 200
    return web.html(
        "source_tags.html", status=status, section="sources", source=source, form=form, tried=tried, most=MAX_RULES
    )


def _place(form: Form, error: InvalidInput) -> None:
    for sentence in problems_in(error).values():
        form.add("rules", sentence)
