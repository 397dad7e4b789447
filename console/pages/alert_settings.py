"""Where alerts go: channels with a test, routes; and silences with maintenance windows."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter
from starlette.responses import Response

from console.auth import Admin, Operator, Viewer
from console.forms import Form, integer, problems_in
from console.monitor_words import SLICES, STATES
from console.web import Web
from kit.errors import InvalidInput
from services.alerts.channels import KINDS
from services.zones import zone

router = APIRouter()
EXAMPLES = {
    "email": "mailtos://user:password@smtp.example.com?to=oncall@example.com", "webhook": "jsons://hooks.example.com/catchment",
    "dingtalk": "dingtalk://secret@token", "wecom": "wecombot://key", "feishu": "feishu://token", "slack": "slack://a/b/c/#oncall",
    "telegram": "tgram://bot-token/chat-id",
}  # fmt: skip


@router.get("/alert-settings")
@router.get("/alert-settings.json")
def show(web: Viewer) -> Response:
    return _page(web, Form(translate=web.problem))


@router.post("/alert-channels")
def add_channel(web: Admin) -> Response:
    form = web.form
    try:
        with web.write() as work:
            work.alert_settings.add_channel(
                form.value("name"), form.value("kind"), form.value("url"), form.value("locale"), actor=web.actor
            )
    except InvalidInput as error:
        return _refused(web, error)
    return web.redirect("/alert-settings", done="created")


@router.post("/alert-channels/{channel_id:id}/test")
def test_channel(web: Admin, channel_id: int) -> Response:
    with web.write() as work:
        work.alert_settings.test(channel_id, actor=web.actor)
    return web.redirect("/alert-settings", done="channel_tested")


@router.post("/alert-channels/{channel_id:id}/enabled")
def enable_channel(web: Admin, channel_id: int) -> Response:
    with web.write() as work:
        work.alert_settings.set_enabled(channel_id, web.form.value("enabled") == "1", actor=web.actor)
    return web.redirect("/alert-settings", done="saved")


@router.post("/alert-channels/{channel_id:id}/remove")
def remove_channel(web: Admin, channel_id: int) -> Response:
    with web.write() as work:
        work.alert_settings.remove_channel(channel_id, actor=web.actor)
    return web.redirect("/alert-settings", done="saved")


@router.post("/alert-routes")
def add_route(web: Admin) -> Response:
    form = web.form
    numbers = {name: integer(form, name, 0) or 0 for name in ("position", "escalate_min", "repeat_min")}
    try:
        with web.write() as work:
            if not form.problems:
                work.alert_settings.add_route(
                    channel_ids=_ids(web, "channels"), escalate_to=_ids(web, "escalate_to"), owner=form.value("owner"),
                    label=form.value("label"), part=form.value("slice"), severity=form.value("severity"), actor=web.actor,
                    **numbers,
                )  # fmt: skip
    except InvalidInput as error:
        return _refused(web, error)
    return _page(web, form, status=422) if form.problems else web.redirect("/alert-settings", done="created")


@router.post("/alert-routes/{route_id:id}/remove")
def remove_route(web: Admin, route_id: int) -> Response:
    with web.write() as work:
        work.alert_settings.remove_route(route_id, actor=web.actor)
    return web.redirect("/alert-settings", done="saved")


@router.post("/alert-silences")
def add_silence(web: Operator) -> Response:
    form = web.form
    try:
        place = form.value("timezone").strip() or "UTC"
        start_min = _clock_minutes(form.value("start"))
        fields = {name: form.value(name).strip() for name in ("check_key", "slice", "subject_id", "owner", "label")}
        with web.write() as work:
            work.alerts.add_silence(
                starts_at=_moment(form, "starts_at", place), ends_at=_needed(_moment(form, "ends_at", place)), timezone=place,
                reason=form.value("reason"), days="".join(day for day in "0123456" if form.value(f"day{day}")),
                start_min=start_min, minutes=integer(form, "minutes", 0) or 0, actor=web.actor, **fields,
            )  # fmt: skip
    except InvalidInput as error:
        return _refused(web, error)
    return web.redirect("/alert-settings", done="created")


@router.post("/alert-silences/{silence_id:id}/end")
def end_silence(web: Operator, silence_id: int) -> Response:
    with web.write() as work:
        work.alerts.end_silence(silence_id, actor=web.actor)
    return web.redirect("/alert-settings", done="saved")


def _moment(form: Form, name: str, place: str) -> datetime | None:
    """A time as typed, in its own zone."""
    text = form.value(name).strip()
    if not text:
        return None
    try:
        typed = datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidInput("a time is like 2026-12-24 18:00", field=name) from error
    return (typed if typed.tzinfo else typed.replace(tzinfo=zone(place))).astimezone(UTC)


def _needed(moment: datetime | None) -> datetime:
    if moment is None:
        raise InvalidInput("say when it ends", field="ends_at")
    return moment


def _clock_minutes(text: str) -> int:
    hour, _, minute = (text.strip() or "00:00").partition(":")
    if hour.isdecimal() and minute.isdecimal() and len(hour) < 3 and int(hour) < 24 and int(minute) < 60:
        return int(hour) * 60 + int(minute)
    raise InvalidInput("a time of the day is like 02:30", field="start")


def _ids(web: Web, name: str) -> list[int]:
    values = [one for one in web.fields.getlist(name) if isinstance(one, str)]
    return [int(one) for one in values if one.isdecimal() and len(one) < 19][:50]


def _refused(web: Web, error: InvalidInput) -> Response:
    for name, sentence in problems_in(error).items():
        web.form.add(name, sentence)
    return _page(web, web.form, status=422)


def _page(web: Web, form: Form, *, status: int = 200) -> Response:
    with web.read() as work:
        data = {
            "channels": work.alert_settings.channels(), "routes": work.alert_settings.routes(),
            "notices": work.alert_settings.notices(30), "silences": work.alerts.silences(),
        }  # fmt: skip
    if web.wants_json:
        return web.json(data)
    return web.html(
        "alert_settings.html", status=status, section="alerts", form=form, kinds=list(KINDS), examples=EXAMPLES, titles=SLICES,
        words=STATES, is_admin=web.visitor.user is not None and web.visitor.user.role == "admin", **data,
    )  # fmt: skip
