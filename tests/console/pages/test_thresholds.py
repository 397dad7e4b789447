"""Thresholds in the console."""

from __future__ import annotations

from tests.console.people import Person

FORM = {
    "threshold": "source.failures warn", "level": "source", "source_id": "7", "value": "5", "owner": "anna", "reason": "slow host",
}  # fmt: skip


def test_threshold_is_set_shown_and_ended(operator: Person) -> None:
    assert operator.post("/thresholds", FORM).status_code == 303
    page = operator.get("/thresholds").text
    assert "slow host" in page
    (row,) = operator.get("/thresholds.json").json()["rows"]
    assert (row["value"], row["level"], row["created_by"], row["holds"]) == (5.0, "source", "operator1", True)
    assert operator.post(f"/thresholds/{row['id']}/end", {}).status_code == 303
    assert operator.get("/thresholds.json").json()["rows"][0]["holds"] is False


def test_value_is_tried_before_it_is_set(operator: Person) -> None:
    form = {**FORM, "threshold": "quality.field_success drop", "value": "0.2", "try": "1"}
    answer = operator.post("/thresholds", form)
    assert "would have fired" in answer.text
    assert "cannot be said" in operator.post("/thresholds", {**FORM, "try": "1"}).text
    assert operator.get("/thresholds.json").json()["rows"] == []


def test_what_is_wrong_is_said_at_its_field(operator: Person) -> None:
    answer = operator.post("/thresholds", {**FORM, "value": "many"})
    assert (answer.status_code, "value-error" in answer.text) == (422, True)
    assert operator.post("/thresholds", {**FORM, "source_id": ""}).status_code == 422


def test_viewer_sees_thresholds_and_sets_none(viewer: Person) -> None:
    assert viewer.get("/thresholds").status_code == 200
    assert viewer.post("/thresholds", FORM).status_code == 403
