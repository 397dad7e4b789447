"""The editor of a template with its preview; every save is a new version."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console import preview, template_form
from console.auth import Operator
from console.forms import Form, problems_in
from console.pages.documents import archived_text
from console.web import Web
from kit.errors import Conflict, InvalidInput, NotFound
from kit.ports.index import Query
from services.sources.schemas import SourceFilter
from services.templates.schemas import TemplateView

router = APIRouter()
SOURCES_ASKED, RECENT = 20, 20


@router.get("/templates/new")
def new(web: Operator) -> Response:
    return _page(web, template_form.filled(template_form.STARTING), None)


@router.post("/templates/new")
def create(web: Operator) -> Response:
    form = web.form
    if form.value("more"):
        return _page(web, form, None)
    spec = template_form.spec_of(form)
    try:
        with web.write() as work:
            if not form.problems:
                name, description = form.value("name"), form.value("description")
                made = work.templates.create(
                    name, spec, actor=web.actor, description=description, note=form.value("note")
                )
    except (InvalidInput, Conflict) as error:
        _place(form, error)
    return (
        _page(web, form, None, status=422) if form.problems else web.redirect(f"/templates/{made.id}", done="created")
    )


@router.get("/templates/{template_id:id}/edit")
def edit(web: Operator, template_id: int) -> Response:
    """Begins with the newest version, or with `?version=`."""
    with web.read() as work:
        template = work.templates.get(template_id)
        asked = web.query("version")
        number = int(asked) if asked.isdecimal() and len(asked) < 10 else template.last_version
        version = work.templates.version(template_id, number)
    form = template_form.filled(version.spec, name=template.name, description=template.description)
    if web.query("as") == "json":
        form.values = {**form.values, "spec": json.dumps(version.spec, ensure_ascii=False, indent=2)}
    return _page(web, form, template)


@router.post("/templates/{template_id:id}/edit")
def save(web: Operator, template_id: int) -> Response:
    form = web.form
    with web.read() as work:
        template = work.templates.get(template_id)
    if form.value("more"):
        return _page(web, form, template)
    spec = template_form.spec_of(form)
    try:
        with web.write() as work:
            if not form.problems:
                name, description = form.value("name"), form.value("description")
                if (name.strip(), description) != (template.name, template.description):
                    work.templates.describe(template_id, actor=web.actor, name=name, description=description)
                work.templates.save_version(template_id, spec, actor=web.actor, note=form.value("note"))
    except (InvalidInput, Conflict) as error:
        _place(form, error)
    if form.problems:
        return _page(web, form, template, status=422)
    return web.redirect(f"/templates/{template_id}", done="version")


@router.post("/templates/preview")
def show_preview(web: Operator) -> Response:
    """What the typed template makes of a pasted or archived page. Stores nothing."""
    form = web.form
    spec = template_form.spec_of(form)
    problems = [sentence for sentences in form.problems.values() for sentence in sentences]
    html, url = form.value("page"), form.value("page_url").strip() or "https://example.org/"
    try:
        if form.value("archived").strip():
            html, url = archived_text(web, form.value("archived").strip())
        elif html:
            html = html[: preview.MAX_CHARS + 1]
    except (NotFound, InvalidInput) as error:
        problems.append(web.problem(str(error)))
        html = ""
    seen = _seen(web, spec, html, url) if html and not problems else preview.Seen(problems=tuple(problems))
    template = "_preview.html" if web.is_fragment else "preview.html"
    return web.html(template, section="templates", seen=seen, empty=not html, limit=preview.LINKS_SHOWN)


def _seen(web: Web, spec: dict[str, Any], html: str, url: str) -> preview.Seen:
    if web.form.value("page_kind") == "list":
        return preview.listing(html, url=url, spec=spec, fetched_at=web.formats.now)
    tz = web.form.value("detail.tz").strip() or "UTC"
    return preview.article(html, url=url, spec=spec, fetched_at=web.formats.now, tz=tz)


def _place(form: Form, error: InvalidInput | Conflict) -> None:
    problems = {"name": str(error)} if isinstance(error, Conflict) else problems_in(error)
    template_form.place(form, problems)


def _page(web: Web, form: Form, template: TemplateView | None, *, status: int = 200) -> Response:
    rows = {part: template_form.rows(form, part) for part in template_form.PARTS}
    recent = _recent(web, template) if template else []
    return web.html(
        "template_edit.html", status=status, section="templates", form=form, template=template, rows=rows, recent=recent
    )


def _recent(web: Web, template: TemplateView) -> list[tuple[str, str]]:
    """(hash, title) of pages that the template read last."""
    with web.read() as work:
        sources = work.sources.page(SourceFilter(template_id=template.id), limit=SOURCES_ASKED).items
        ids = [str(source.id) for source in sources]
        hits = work.documents.search(Query(filters={"source_id": ids}, limit=RECENT)).hits if ids else ()
    return [(hit.document.id, hit.document.title or hit.document.url) for hit in hits]
