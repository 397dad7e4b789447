"""Alerts and thresholds through the API."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from console.state import Console
from services.accounts.schemas import Role
from services.alerts.models import AlertIncident
from services.tokens.schemas import Scope
from tests.console.api.conftest import Program

NOW = datetime(2026, 11, 30, 11, tzinfo=UTC)
DROP = {"check_key": "quality.field_success", "name": "drop", "value": 0.2, "owner": "anna", "reason": "poor pages"}


@pytest.fixture
def alert(console: Console) -> int:
    row = AlertIncident(
        check_key="source.failures", slice="source", subject_type="source", subject_id="7", severity="down", state="firing",
        name="Harbour", owner="anna", labels=("news",), value="12", expected="< 3", evidence={"failure": "timeout"},
        opened_at=NOW, ended_at=None, due_at=None, told=True, ended_told=False, told_severity="down", flapping=False,
        held_by=None, silenced_by=None, acked_by="", assignee="", escalated=False, reminders=0,
    )  # fmt: skip
    with console.database.session() as session:
        session.add(row)
        session.flush()
        return row.id


def test_alert_is_listed_acknowledged_once_and_silenced(full: Program, alert: int) -> None:
    (listed,) = full.ask("GET", "/alerts", params={"state": "firing", "owner": "anna"}).json()["items"]
    assert (listed["id"], listed["labels"], listed["evidence"]) == (alert, ["news"], {"failure": "timeout"})
    assert full.ask("GET", "/alerts", params={"state": "resolved"}).json()["items"] == []
    key = {"Idempotency-Key": "once"}
    for _ in range(2):
        assert (
            full.ask("POST", f"/alerts/{alert}/acknowledge", headers=key).json()["acked_by"].startswith("api-operator")
        )
    assert full.ask("POST", f"/alerts/{alert}/silence", {"hours": 2, "reason": "known"}).status_code == 200
    assert full.ask("POST", f"/alerts/{alert}/silence", {"hours": 0, "reason": "known"}).status_code == 422
    assert full.ask("GET", "/alerts/999").status_code == 404


def test_threshold_is_tried_set_listed_and_ended(full: Program) -> None:
    assert full.ask("POST", "/thresholds/try", DROP).json() == {"days": 30, "sources": 0, "fired": 0, "present": 0}
    made = full.ask("POST", "/thresholds", {**DROP, "days": 7}).json()
    assert (made["holds"], made["level"], made["created_by"]) == (True, "global", "api-operator (ci)")
    assert full.ask("DELETE", f"/thresholds/{made['id']}").status_code == 204
    assert full.ask("DELETE", f"/thresholds/{made['id']}").status_code == 409
    (kept,) = full.ask("GET", "/thresholds").json()
    assert (kept["holds"], kept["ended_by"]) == (False, "api-operator (ci)")
    wrong = full.ask("POST", "/thresholds", {**DROP, "value": 7})
    assert (wrong.status_code, wrong.json()["fields"][0]["field"]) == (422, "value")


def test_reading_alone_changes_nothing(program: Callable[..., Program], alert: int) -> None:
    reader = program(Scope.MONITORS_READ, role=Role.VIEWER)
    assert reader.ask("GET", f"/alerts/{alert}").status_code == 200
    assert reader.ask("POST", f"/alerts/{alert}/acknowledge").status_code == 403
    assert reader.ask("POST", "/thresholds", DROP).status_code == 403
