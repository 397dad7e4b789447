"""From findings to notices: once each, the cause before what follows from it, whatever is restarted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from services.alerts.delivery import Delivery
from services.alerts.models import AlertRoute, AlertSilence
from services.db import Database
from services.monitoring.state import StateStore
from tests.services.alerts.conftest import Desk

BAD, GOOD, NONE = "down", "ok", "unknown"


def test_alert_is_told_once_and_its_end_once(desk: Desk) -> None:
    desk.minutes(20, {"source.failures": {"7": BAD, "8": GOOD}})
    desk.minutes(20, {"source.failures": {"7": GOOD, "8": GOOD}})
    assert [title.split("] ")[1] for title in desk.phone.titles()] == [
        "Alert: Source fails again and again 7", "Resolved: Source fails again and again 7",
    ]  # fmt: skip
    assert [one.state for one in desk.incidents()] == ["resolved"]


def test_single_blip_tells_nobody(desk: Desk) -> None:
    for state in (BAD, GOOD) * 5:
        desk.minutes(1, {"source.failures": {"7": state}})
    assert desk.notices() == []


def test_missing_data_neither_resolves_nor_repeats(desk: Desk) -> None:
    desk.minutes(10, {"source.failures": {"7": BAD}})
    desk.minutes(30, {"source.failures": {"7": NONE}})
    desk.minutes(10)
    assert [one.state for one in desk.incidents()] == ["firing"]
    assert len(desk.notices()) == 1


def test_check_that_crashes_holds_its_alerts_and_is_one_itself(desk: Desk) -> None:
    desk.minutes(10, {"source.failures": {"7": BAD}})
    for _ in range(40):
        desk.clock.advance(60)
        desk.look("source.failures", {}, error=ValueError("x"))
        desk.work()
    assert {(one.subject_type, one.state) for one in desk.incidents()} == {("source", "firing"), ("check", "firing")}
    desk.minutes(10, {"source.failures": {"7": GOOD}})
    assert {one.state for one in desk.incidents()} == {"resolved"}


def test_subject_that_is_not_reported_any_more_is_closed_not_resolved(desk: Desk) -> None:
    desk.minutes(10, {"source.failures": {"7": BAD}})
    for _ in range(20):
        desk.clock.advance(1200)
        desk.look("source.failures", {})
        desk.work()
    assert [one.state for one in desk.incidents()] == ["closed"]
    assert "Ended (no longer watched)" in desk.phone.titles()[-1]


def test_restart_keeps_the_age_of_what_is_pending_and_the_state_of_what_fires(desk: Desk) -> None:
    for _ in range(12):
        desk.restart()
        desk.minutes(1, {"source.failures": {"7": BAD}})
    for _ in range(6):
        desk.restart()
        desk.minutes(1, {"source.failures": {"7": GOOD}})
    assert len(desk.phone.taken) == 2
    assert (desk.incidents()[0].ended_at or desk.clock.now()) - desk.incidents()[0].opened_at < timedelta(minutes=15)


def test_nothing_of_a_source_is_told_while_its_server_is_down_over_fifty_restarts(desk: Desk) -> None:
    fails: dict[str, dict[str, Any]] = {
        "server.roles": {"collector": BAD},
        "source.failures": {"7": BAD},
        "quality.field_success": {"7/2": BAD},
    }
    for _ in range(50):
        desk.restart()
        desk.clock.advance(30)
        for key, found in fails.items():
            desk.look(key, found)
        desk.work()
    assert [one.check_key for one in desk.incidents() if one.told] == ["server.roles"]
    desk.minutes(30, {key: dict.fromkeys(found, GOOD) for key, found in fails.items()})
    assert [title.split(":")[0] for title in desk.phone.titles()] == ["[Catchment] Alert", "[Catchment] Resolved"]


def test_what_still_fires_after_its_cause_has_gone_is_told_then(desk: Desk) -> None:
    desk.minutes(15, {"server.roles": {"collector": BAD}, "source.failures": {"7": BAD}})
    desk.minutes(30, {"server.roles": {"collector": GOOD}, "source.failures": {"7": BAD}})
    assert [one.told for one in desk.incidents()] == [True, True]


def test_alerts_of_one_source_are_one_message(desk: Desk) -> None:
    desk.minutes(
        30, {"source.staleness": {"7": BAD}, "source.failures": {"7": BAD}, "quality.field_success": {"7/1": BAD}}
    )
    assert [one.check_key for one in desk.incidents() if one.told] == ["source.failures"]


def test_three_thousand_sources_that_fail_together_are_one_alert_of_the_platform(desk: Desk) -> None:
    many = {str(number): BAD for number in range(1, 3001)}
    desk.minutes(5, {"source.failures": many})
    some = {ident: (GOOD if int(ident) % 2 else BAD) for ident in many}
    desk.minutes(1, {"source.failures": some})
    desk.minutes(6, {"source.failures": dict.fromkeys(many, GOOD)})
    assert [title.split(":")[0] for title in desk.phone.titles()] == ["[Catchment] Alert", "[Catchment] Resolved"]
    assert all(one.state == "resolved" for one in desk.incidents())


def test_hundreds_of_alerts_are_one_short_message(desk: Desk) -> None:
    many = {f"{number}/1": BAD for number in range(500)}
    desk.minutes(4, {"quality.field_success": many})
    (notice,) = desk.notices()
    assert "500 alerts" in notice.title
    assert "and 480 more" in notice.body
    assert len(notice.body.encode()) < 200_000


def test_flapping_source_is_one_incident_that_stays_open(desk: Desk) -> None:
    for _ in range(12):
        desk.minutes(5, {"source.failures": {"7": BAD}})
        desk.minutes(5, {"source.failures": {"7": GOOD}})
    assert len(desk.incidents()) == 4
    assert (desk.incidents()[-1].flapping, desk.incidents()[-1].state) == (True, "firing")


def silence(database: Database, desk: Desk, **more: Any) -> int:
    now = desk.clock.now()
    row = AlertSilence(
        **{
            "incident_id": None, "check_key": "", "slice": "", "subject_id": "", "owner": "", "label": "", "starts_at": now,
            "ends_at": now + timedelta(hours=3), "timezone": "UTC", "days": "", "start_min": 0, "minutes": 0,
            "reason": "works on the line", "created_by": "anna", "reminded": False, **more,
        }
    )  # fmt: skip
    with database.session() as session:
        session.add(row)
        session.flush()
        return row.id


def test_silenced_alert_is_told_when_the_silence_is_over_and_names_it(desk: Desk, database: Database) -> None:
    silence(database, desk, subject_id="7")
    desk.minutes(100, {"source.failures": {"7": BAD}})
    assert desk.notices() == []
    desk.minutes(90, {"source.failures": {"7": BAD}})
    kinds = [one.kind for one in desk.notices()]
    assert kinds == ["silence", "firing"]
    assert "a silence has ended: works on the line" in desk.notices()[-1].body


def test_end_is_told_although_it_came_during_a_silence(desk: Desk, database: Database) -> None:
    desk.minutes(10, {"source.failures": {"7": BAD}})
    silence(database, desk, slice="source")
    desk.minutes(10, {"source.failures": {"7": GOOD}})
    assert [one.kind for one in desk.notices()] == ["firing", "resolved"]


def test_silence_until_resolved_ends_with_its_incident(desk: Desk, database: Database) -> None:
    desk.minutes(10, {"source.failures": {"7": BAD}})
    silence(database, desk, incident_id=desk.incidents()[0].id, ends_at=None)
    desk.minutes(10, {"source.failures": {"7": GOOD}})
    desk.minutes(10, {"source.failures": {"7": BAD}})
    assert [one.kind for one in desk.notices()] == ["firing", "resolved", "firing"]


def test_routes_by_owner_escalate_and_repeat_until_somebody_acknowledges(
    desk: Desk, database: Database, add_channel: Callable[..., int], add_source: Callable[..., int]
) -> None:
    chief, own = add_channel("chief"), add_channel("own")
    source = str(add_source(owner="anna"))
    route = AlertRoute(
        position=1, owner="anna", label="", slice="", severity="", channels=[own], escalate_min=30, escalate_to=[chief],
        repeat_min=60,
    )  # fmt: skip
    with database.session() as session:
        session.add(route)
    desk.minutes(100, {"source.failures": {source: BAD}})
    assert [(to, title.split(":")[0]) for to, _, title, _ in desk.phone.taken] == [
        ("own", "[Catchment] Alert"), ("chief", "[Catchment] Escalation"), ("own", "[Catchment] Still firing"),
    ]  # fmt: skip
    desk.minutes(10, {"source.failures": {source: GOOD}})
    assert {to for to, _, title, _ in desk.phone.taken if "Resolved" in title} == {"own", "chief"}


def test_worse_is_told_again(desk: Desk) -> None:
    desk.minutes(10, {"source.failures": {"7": "warn"}})
    desk.minutes(10, {"source.failures": {"7": BAD}})
    assert [one.kind for one in desk.notices()] == ["firing", "firing"]


def test_alert_without_a_channel_waits_for_one(database: Database, clock: Any, add_channel: Callable[..., int]) -> None:
    desk = Desk(database, clock)
    desk.minutes(10, {"source.failures": {"7": BAD}})
    assert desk.notices() == []
    add_channel()
    desk.minutes(2)
    assert len(desk.phone.taken) == 1


def test_channel_that_fails_loses_nothing_and_is_told_of_on_another(
    desk: Desk, add_channel: Callable[..., int]
) -> None:
    add_channel("other")
    desk.phone.broken = {"mail"}
    for _ in range(40):
        desk.minutes(1, {"source.failures": {"7": BAD}})
        look_at_channels(desk)
    assert {(to, title.split("] ")[1]) for to, _, title, _ in desk.phone.taken} == {
        ("other", "Alert: Source fails again and again 7"), ("other", "Alert: A channel does not deliver 1"),
    }  # fmt: skip
    desk.phone.broken = set()
    for _ in range(40):
        desk.minutes(1)
        look_at_channels(desk)
    assert [to for to, _, title, _ in desk.phone.taken if "Source" in title] == ["other", "mail"]
    assert [to for to, _, title, _ in desk.phone.taken if "Resolved: A channel" in title] == ["other"]


def look_at_channels(desk: Desk) -> None:
    context: Any = SimpleNamespace(session=lambda: desk.database.session(read_only=True))
    StateStore(desk.database, desk.clock).record(Delivery(), list(Delivery().run(context)), 0.1)


@pytest.mark.parametrize("when", ["taken", "told", "sent"])
def test_second_worker_over_the_same_database_repeats_nothing(desk: Desk, database: Database, when: str) -> None:
    other = Desk(database, desk.clock)
    other.phone = desk.phone
    other.restart()
    for _ in range(20):
        desk.clock.advance(30)
        desk.look("source.failures", {"7": BAD})
        for one in (desk, other) if when == "taken" else (other, desk):
            one.engine.take_in()
            if when != "sent":
                one.teller.step()
        desk.teller.step()
        desk.outbox.step()
        other.outbox.step()
    assert len(desk.phone.taken) == 1
