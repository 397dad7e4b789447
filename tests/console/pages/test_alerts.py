"""The inbox, one alert, channels and silences, as people use them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from fastapi import FastAPI
from pydantic import SecretStr
from sqlalchemy import select

from console.app import create_app
from console.state import Console, ConsolePorts
from console.work import Work
from kit.clock import ManualClock
from kit.settings import Settings
from services.alerts.models import AlertChannel, AlertIncident, AlertNotice, AlertSilence
from services.audit.schemas import AuditFilter
from tests.console.people import Person


@pytest.fixture
def app(ports: ConsolePorts, settings: Settings, clock: ManualClock) -> FastAPI:
    return create_app(ports, settings.model_copy(update={"secret_key": SecretStr("a key")}), clock)


@pytest.fixture
def incident(console: Console, clock: ManualClock) -> int:
    row = AlertIncident(
        check_key="source.failures", slice="source", subject_type="source", subject_id="7", severity="down", state="firing",
        name="<script>alert(1)</script>", owner="anna", labels=("a",), value="12", expected="< 3",
        evidence={"failure": "<b>http_500</b>"}, opened_at=clock.now(), ended_at=None, due_at=clock.now() + timedelta(hours=1),
        told=True, ended_told=False, told_severity="down", flapping=False, held_by=None, silenced_by=None, acked_by="",
        assignee="", escalated=False, reminders=0,
    )  # fmt: skip
    with console.database.session() as session:
        session.add(row)
        session.flush()
        return row.id


def row(console: Console, incident: int) -> AlertIncident:
    with console.database.session(read_only=True) as session:
        found = session.get(AlertIncident, incident)
        assert found is not None
        return found


def actions(console: Console) -> set[str]:
    with console.database.session(read_only=True) as session:
        return {entry.action for entry in Work(console, session).audit.page(AuditFilter()).items}


def test_inbox_filters_and_shows_hostile_names_as_text(viewer: Person, incident: int) -> None:
    page = viewer.get("/alerts").text
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    assert viewer.get("/alerts.json?owner=anna&state=firing").json()["rows"][0]["id"] == incident
    assert viewer.get("/alerts.json?owner=nobody").json()["rows"] == []


def test_operator_acknowledges_assigns_comments_and_all_of_it_stands_in_the_history(
    operator: Person, console: Console, incident: int
) -> None:
    assert operator.post(f"/alerts/{incident}/acknowledge").status_code == 303
    assert operator.post(f"/alerts/{incident}/assign", {"assignee": "operator1"}).status_code == 303
    assert operator.post(f"/alerts/{incident}/comment", {"text": "looking at it"}).status_code == 303
    found = row(console, incident)
    assert (found.acked_by, found.assignee, found.due_at) == ("operator1", "operator1", None)
    page = operator.get(f"/alerts/{incident}").text
    assert "looking at it" in page
    assert "&lt;b&gt;http_500" in page
    assert {"acknowledged", "assigned"} <= actions(console)


def test_alert_is_silenced_for_hours_or_until_it_is_resolved_with_a_reason(
    operator: Person, console: Console, incident: int, clock: ManualClock
) -> None:
    assert operator.post(f"/alerts/{incident}/silence", {"hours": "4", "reason": ""}).status_code == 422
    assert operator.post(f"/alerts/{incident}/silence", {"hours": "4", "reason": "known"}).status_code == 303
    assert operator.post(f"/alerts/{incident}/silence", {"hours": "resolved", "reason": "known"}).status_code == 303
    with console.database.session(read_only=True) as session:
        ends = [one.ends_at for one in session.scalars(select(AlertSilence).order_by(AlertSilence.id))]
    assert ends == [clock.now() + timedelta(hours=4), None]


def test_viewer_can_look_but_change_nothing(viewer: Person, incident: int, console: Console) -> None:
    assert viewer.get(f"/alerts/{incident}").status_code == 200
    assert viewer.post(f"/alerts/{incident}/acknowledge").status_code == 403
    assert viewer.post("/alert-silences", {"reason": "x"}).status_code == 403
    assert row(console, incident).acked_by == ""


def test_admin_adds_a_channel_whose_secret_is_never_shown_and_sends_a_test(admin: Person, console: Console) -> None:
    secret = {
        "name": "on call",
        "kind": "slack",
        "url": "slack://AAAAAAAAA/BBBBBBBBB/cccccccccccccccccccccccc/#a",
        "locale": "zh",
    }
    assert admin.post("/alert-channels", secret).status_code == 303
    with console.database.session(read_only=True) as session:
        channel = session.scalars(select(AlertChannel)).one()
    assert "cccc" not in channel.sealed + channel.shown
    assert admin.post(f"/alert-channels/{channel.id}/test").status_code == 303
    page = admin.get("/alert-settings").text
    assert "cccc" not in page
    assert "on call" in page
    with console.database.session(read_only=True) as session:
        notice = session.scalars(select(AlertNotice)).one()
    assert (notice.kind, notice.state, notice.title) == ("test", "waiting", "[Catchment] 测试消息")
    assert {"create", "test"} <= actions(console)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "syslog://", "slack://", "jsons://host a"])
def test_address_that_is_none_of_its_kind_is_refused_in_one_sentence(admin: Person, url: str) -> None:
    answer = admin.post("/alert-channels", {"name": "x", "kind": "slack", "url": url, "locale": "en"})
    assert answer.status_code == 422
    assert 'class="error"' in answer.text


def test_admin_routes_by_owner(admin: Person, console: Console) -> None:
    admin.post("/alert-channels", {"name": "x", "kind": "webhook", "url": "json://127.0.0.1/x", "locale": "en"})
    route = {
        "position": "1",
        "owner": "anna",
        "channels": "1",
        "escalate_min": "30",
        "escalate_to": "1",
        "repeat_min": "60",
    }
    assert admin.post("/alert-routes", route).status_code == 303
    assert admin.post("/alert-routes", {**route, "channels": "9"}).status_code == 422
    assert admin.get("/alert-settings.json").json()["routes"][0]["owner"] == "anna"


def test_maintenance_window_comes_again_in_its_own_zone(operator: Person) -> None:
    window = {
        "reason": "weekly works", "timezone": "Asia/Shanghai", "ends_at": "2027-06-01 00:00", "day0": "on", "start": "20:00",
        "minutes": "60",
    }  # fmt: skip
    assert operator.post("/alert-silences", window).status_code == 303
    assert operator.post("/alert-silences", {**window, "timezone": "Mars/Base"}).status_code == 422
    (found,) = operator.get("/alert-settings.json").json()["silences"]
    assert (found["days"], found["start_min"], found["active"]) == ("0", 1200, True)


def test_pages_are_whole_in_chinese(sign_in: Callable[[str], Person], incident: int) -> None:
    person = sign_in("admin")
    person.client.cookies.set("language", "zh")
    for path in ("/alerts", f"/alerts/{incident}", "/alert-settings"):
        assert "告警" in person.get(path).text
