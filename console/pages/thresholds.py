"""Thresholds of checks: what holds where, who answers for it until when, and what a value would have done."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Operator, Viewer
from console.forms import Form, problems_in
from console.monitor_thresholds import LEVELS, NAMES
from console.monitor_words import CHECKS
from console.web import Web
from kit.errors import InvalidInput
from services.monitoring.thresholds.knobs import KNOBS
from services.monitoring.thresholds.schemas import BackTest, NewThreshold

router = APIRouter()


@router.get("/thresholds")
@router.get("/thresholds.json")
def show(web: Viewer) -> Response:
    if web.wants_json:
        with web.read() as work:
            return web.json({"rows": work.thresholds.entries()})
    return _page(web, Form({"source_id": web.query("source"), "level": "source" if web.query("source") else "global"}))


@router.post("/thresholds")
def put(web: Operator) -> Response:
    """Sets a value; with the button for it only says what it would have done."""
    tried: BackTest | None = None
    try:
        wanted = _wanted(web.form)
        if web.form.value("try"):
            with web.read() as work:
                tried = work.thresholds.try_out(wanted)
        else:
            with web.write() as work:
                work.thresholds.set(wanted, actor=web.actor)
    except InvalidInput as error:
        for name, sentence in problems_in(error).items():
            web.form.add(name, sentence)
        return _page(web, web.form, status=422)
    return web.redirect("/thresholds", done="saved") if tried is None else _page(web, web.form, tried=tried)


@router.post("/thresholds/{threshold_id:id}/end")
def end(web: Operator, threshold_id: int) -> Response:
    with web.write() as work:
        work.thresholds.end(threshold_id, actor=web.actor)
    return web.redirect("/thresholds", done="saved")


def _wanted(form: Form) -> NewThreshold:
    check_key, _, name = form.value("threshold").partition(" ")
    source = form.value("source_id").strip()
    days = form.value("days").strip()
    return NewThreshold(
        check_key, name, form.value("level"), _number(form.value("value"), "value"), form.value("owner"), form.value("reason"),
        form.value("kind").strip(), int(source) if source.isdecimal() and len(source) < 19 else 0, form.value("field").strip(),
        _number(days, "days") if days else None,
    )  # fmt: skip


def _number(text: str, field: str) -> float:
    try:
        return float(text.strip())
    except ValueError as error:
        raise InvalidInput("must be a number", field=field) from error


def _page(web: Web, form: Form, *, status: int = 200, tried: BackTest | None = None) -> Response:
    with web.read() as work:
        rows = work.thresholds.entries()
        names = work.source_names({str(row.source_id) for row in rows if row.source_id})
        owners = [user.name for user in work.accounts.list() if user.active]
    choices = [
        (
            f"{check} {name}",
            f"{web.gettext(CHECKS.get(check, check))}: {web.gettext(NAMES[check, name])} ({knob.default:g})",
        )
        for (check, name), knob in KNOBS.items()
    ]
    levels = [(level, web.gettext(label)) for level, label in LEVELS.items()]
    return web.html(
        "thresholds.html", status=status, section="monitor", rows=rows, form=form, tried=tried, choices=choices,
        levels=levels, level_names=LEVELS, names=NAMES, checks=CHECKS, sources=names, owners=owners,
    )  # fmt: skip
