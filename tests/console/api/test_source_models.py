"""The API takes and sends every field that a source has."""

from __future__ import annotations

from console.api.source_models import HIDDEN, SourceChange, SourceOut
from services.sources.schemas import SourceInput
from tests.console.api.conftest import Program


def test_every_field_of_a_source_can_be_changed_and_is_sent() -> None:
    fields = set(SourceInput.model_fields)
    assert set(SourceChange.model_fields) == fields | {"version"}
    assert fields - HIDDEN <= set(SourceOut.model_fields)


def test_a_change_needs_nothing_but_the_version() -> None:
    required = [name for name, info in SourceChange.model_fields.items() if info.is_required()]
    assert required == ["version"]


def test_the_adaptive_interval_is_changed_and_sent(full: Program) -> None:
    made = full.made()
    assert (made["adaptive"], made["revisit_min_s"], made["revisit_max_s"], made["revisit_s"]) == (False, 600, 86_400, None)  # fmt: skip
    change = {"version": made["version"], "adaptive": True, "revisit_min_s": 900, "revisit_max_s": 7200}
    changed = full.ask("PATCH", f"/sources/{made['id']}", change).json()
    assert (changed["adaptive"], changed["revisit_min_s"], changed["revisit_max_s"]) == (True, 900, 7200)


def test_bounds_that_contradict_each_other_are_named_at_their_field(full: Program) -> None:
    made = full.made()
    change = {"version": made["version"], "revisit_min_s": 900, "revisit_max_s": 60}
    answer = full.ask("PATCH", f"/sources/{made['id']}", change)
    assert answer.status_code == 422
    assert [one["field"] for one in answer.json()["fields"]] == ["revisit_max_s"]


def test_a_field_that_no_source_has_is_refused(full: Program) -> None:
    made = full.made()
    answer = full.ask("PATCH", f"/sources/{made['id']}", {"version": made["version"], "colour": "red"})
    assert answer.status_code == 422
