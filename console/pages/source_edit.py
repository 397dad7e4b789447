"""The form of a source: new, changed, with what its schedule will do beside it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from collector.sources.registry import KINDS
from console import credential_form, source_form
from console.auth import Operator, Viewer
from console.forms import Form, problems_in
from console.schedule import preview
from console.vocabulary import SOURCE_TYPES
from console.web import Web
from console.work import Work
from kit.errors import Conflict, InvalidInput
from services.sources.schemas import SourceView

router = APIRouter()
ZONES = ("UTC", "Asia/Shanghai", "Asia/Hong_Kong", "Asia/Taipei", "Asia/Tokyo", "Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles")  # fmt: skip
CHARSETS = ("AUTO", "utf-8", "gb18030", "big5", "euc-kr", "shift_jis", "euc-jp", "windows-1251", "windows-1252")
TEMPLATES_OFFERED = 500


@router.get("/sources/new")
def new(web: Operator) -> Response:
    kind = web.query("type") if web.query("type") in KINDS else next(iter(KINDS))
    form = source_form.blank(kind, web.formats.zone_name, web.actor)
    form.values = {**form.values, "entry_url": web.query("entry_url")}
    with web.read() as work:
        return _page(web, work, form, None)


@router.post("/sources/new")
def create(web: Operator) -> Response:
    form = web.form
    data = source_form.data_of(form) | credential_form.data_of(form)
    try:
        with web.write() as work:
            # With a number that cannot be read there is nothing to save, and still the other fields are checked.
            work.sources.check(data)
            if not form.problems:
                source = work.sources.create(data, actor=web.actor)
    except (InvalidInput, Conflict) as error:
        _place(form, error, "entry_url")
    if form.problems:
        with web.read() as work:
            return _page(web, work, form, None, status=_status(form))
    return web.redirect(f"/sources/{source.id}", done="created")


@router.get("/sources/{source_id:id}/edit")
def edit(web: Operator, source_id: int) -> Response:
    with web.read() as work:
        source = work.sources.get(source_id)
        return _page(web, work, source_form.filled(source), source)


@router.post("/sources/{source_id:id}/edit")
def save(web: Operator, source_id: int) -> Response:
    form = web.form
    data = source_form.data_of(form) | credential_form.data_of(form)
    seen = form.value("version")
    try:
        with web.write() as work:
            work.sources.check(data, source_id)
            if not form.problems:
                work.sources.update(source_id, int(seen) if seen.isdecimal() else 0, data, actor=web.actor)
    except (InvalidInput, Conflict) as error:
        _place(form, error, "")
    if form.problems:
        with web.read() as work:
            return _page(web, work, form, work.sources.get(source_id), status=_status(form))
    return web.redirect(f"/sources/{source_id}", done="saved")


@router.post("/sources/check")
def check(web: Operator) -> Response:
    """What would keep the form from being saved, while it is being filled in; fields that are still empty are left in peace."""
    form = web.form
    data = source_form.data_of(form) | credential_form.data_of(form)
    try:
        with web.read() as work:
            work.sources.check(data, own_id(form))
    except InvalidInput as error:
        _place(form, error, "")
    found = {name: texts for name, texts in form.problems.items() if form.value(name).strip() or not name}
    return web.html("_source_check.html", problems=found)


@router.get("/sources/cron")
@router.get("/sources/cron.json")
def cron(web: Viewer) -> Response:
    """What a schedule that is being typed will do."""
    seen = preview(web.query("cron_expr"), web.query("timezone"), web.formats.now)
    if web.wants_json:
        return web.json(
            {"runs": [run.at.isoformat() for run in seen.runs], "a_week": seen.a_week, "problem": seen.problem}
        )
    return web.html("_cron.html", seen=seen, expr=web.query("cron_expr"), zone=web.query("timezone") or "UTC")


@router.get("/sources/options")
def options(web: Viewer) -> Response:
    """The options of a kind, for when another kind is chosen."""
    kind = web.query("source_type").upper()
    return web.html(
        "_source_options.html", form=source_form.blank(kind, "", ""), fields=source_form.option_fields(kind)
    )


@router.get("/sources/duplicate")
def duplicate(web: Viewer) -> Response:
    """Whether the address that was just typed is collected already."""
    kind, url = web.query("source_type").upper(), web.query("entry_url")
    own = web.query("own")
    with web.read() as work:
        found = work.sources.find(kind, url) if url else None
    return web.html("_source_duplicate.html", found=found if found and str(found.id) != own else None)


def _page(web: Web, work: Work, form: Form, source: SourceView | None, *, status: int = 200) -> Response:
    kind = form.value("source_type").upper()
    seen = preview(form.value("cron_expr"), form.value("timezone"), web.formats.now)
    fields = source_form.option_fields(kind)
    shown = source_form.SHOWN | credential_form.SHOWN | {source_form.PREFIX + field.name for field in fields}
    templates = [(one.id, one.name) for one in work.templates.page(limit=TEMPLATES_OFFERED).items]
    context: dict[str, Any] = {
        "form": credential_form.forgetful(form), "source": source, "fields": fields, "templates": templates, "seen": seen,
        "kinds": [(name, web.gettext(SOURCE_TYPES.get(name, name))) for name in KINDS],
        "expr": form.value("cron_expr"), "zone": form.value("timezone") or "UTC",
        "zones": ZONES, "charsets": CHARSETS, "unplaced": form.unplaced(shown),
        "credential_kinds": credential_form.KINDS,
        "versions": source_form.differences(form, source) if source is not None and form.conflict else [],
    }  # fmt: skip
    return web.html("source_edit.html", status=status, section="sources", **context)


def own_id(form: Form) -> int | None:
    """Of the source that the form changes; None for a new one."""
    text = form.value("own")
    return int(text) if text.isdecimal() and len(text) < 19 else None


def _place(form: Form, error: InvalidInput | Conflict, conflict_field: str) -> None:
    """Each problem at its field; options are named `options.max_pages` by the service and by the controls alike."""
    if isinstance(error, Conflict):
        form.conflict, form.existing = True, error.existing
        form.add(conflict_field, str(error))
        return
    for name, sentence in problems_in(error).items():
        top = name.split(".")[0]
        form.add(top if top in {"labels", "headers"} else _control(name), sentence)


def _control(name: str) -> str:
    """`options.include.0` belongs to the control `options.include`."""
    return ".".join(name.split(".")[:2])


def _status(form: Form) -> int:
    return 409 if form.conflict else 422
