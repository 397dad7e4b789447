"""The inbox of alerts: what fires, whose it is, what was told to whom, and what people do about it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Operator, Viewer
from console.forms import Form, problems_in
from console.monitor_words import ALERTS, EVENTS, INCIDENTS, SLICES, STATES
from console.web import Web
from kit.errors import InvalidInput
from services.alerts.schemas import InboxFilter, IncidentView

router = APIRouter()
FILTERS = ("state", "slice", "severity", "owner", "assignee", "subject_id")
HOURS = (1.0, 4.0, 24.0, 72.0)


@router.get("/alerts")
@router.get("/alerts.json")
def show(web: Viewer) -> Response:
    chosen = {name: web.query(name) for name in FILTERS}
    quiet = web.query("held") == "1"
    with web.read() as work:
        page = work.alerts.page(InboxFilter(**chosen, quiet=quiet), after=web.query("after"))
        firing = work.alerts.counts()
    data = {
        "rows": [_row(one) for one in page.items], "next": page.next, "total": page.total, "more": page.more, "firing": firing,
    }  # fmt: skip
    params = {**chosen, "held": "1" if quiet else "", "after": web.query("after")}
    words = {"words": STATES, "states": INCIDENTS, "titles": SLICES, "checks": ALERTS}
    return web.listing("alerts.html", data, section="alerts", params=params, **words)


@router.get("/alerts/{incident_id:id}")
def one(web: Viewer, incident_id: int) -> Response:
    return _page(web, incident_id, Form(translate=web.problem))


@router.post("/alerts/{incident_id:id}/acknowledge")
def acknowledge(web: Operator, incident_id: int) -> Response:
    with web.write() as work:
        work.alerts.acknowledge(incident_id, actor=web.actor)
    return web.redirect(f"/alerts/{incident_id}", done="saved")


@router.post("/alerts/{incident_id:id}/assign")
def assign(web: Operator, incident_id: int) -> Response:
    with web.write() as work:
        work.alerts.assign(incident_id, web.form.value("assignee"), actor=web.actor)
    return web.redirect(f"/alerts/{incident_id}", done="saved")


@router.post("/alerts/{incident_id:id}/comment")
def comment(web: Operator, incident_id: int) -> Response:
    try:
        with web.write() as work:
            work.alerts.comment(incident_id, web.form.value("text"), actor=web.actor)
    except InvalidInput as error:
        return _refused(web, incident_id, error)
    return web.redirect(f"/alerts/{incident_id}", done="saved")


@router.post("/alerts/{incident_id:id}/silence")
def silence(web: Operator, incident_id: int) -> Response:
    try:
        with web.write() as work:
            work.alerts.silence_incident(incident_id, _hours(web.form), web.form.value("reason"), actor=web.actor)
    except InvalidInput as error:
        return _refused(web, incident_id, error)
    return web.redirect(f"/alerts/{incident_id}", done="saved")


def _hours(form: Form) -> float | None:
    """None: until it is resolved."""
    typed = form.value("hours").strip()
    if typed in ("", "resolved"):
        return None
    try:
        return float(typed)
    except ValueError as error:
        raise InvalidInput("must be a number of hours", field="hours") from error


def _refused(web: Web, incident_id: int, error: InvalidInput) -> Response:
    for name, sentence in problems_in(error).items():
        web.form.add(name, sentence)
    return _page(web, incident_id, web.form, status=422)


def _page(web: Web, incident_id: int, form: Form, *, status: int = 200) -> Response:
    with web.read() as work:
        incident = work.alerts.get(incident_id)
        history = work.alerts.history(incident_id)
        users = [user.name for user in work.accounts.list() if user.active]
        flips = work.monitoring.flips(incident.subject_type, incident.subject_id, limit=20).items
    words = {"words": STATES, "states": INCIDENTS, "titles": SLICES, "checks": ALERTS, "events": EVENTS}
    return web.html(
        "alert.html", status=status, section="alerts", one=incident, row=_row(incident), history=history, form=form,
        hours=HOURS, users=users, flips=[one for one in flips if one.check_key == incident.check_key], **words,
    )  # fmt: skip


def _row(one: IncidentView) -> dict[str, Any]:
    source = one.subject_id.split("/", 1)[0] if one.subject_type in ("source", "template", "links") else ""
    return {
        "id": one.id, "check": one.check_key, "slice": one.slice, "subject": one.subject_id, "name": one.name or one.subject_id,
        "severity": one.severity, "state": one.state, "owner": one.owner, "assignee": one.assignee, "acked_by": one.acked_by,
        "value": one.value, "expected": one.expected, "opened_at": one.opened_at, "ended_at": one.ended_at, "told": one.told,
        "flapping": one.flapping, "held_by": one.held_by, "silenced": one.silenced_by is not None,
        "link": f"/sources/{source}{'/quality' if one.slice == 'quality' else ''}" if source.isdecimal() else "",
    }  # fmt: skip
