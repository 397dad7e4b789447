"""Changed structures through the API."""

from __future__ import annotations

from console.state import Console
from tests.console.api.conftest import Program
from tests.console.pages.test_structure import waiting


def test_a_case_is_listed_read_and_decided_once(full: Program, console: Console) -> None:
    number = waiting(console)
    (case,) = full.ask("GET", "/structure", params={"status": "open"}).json()["items"]
    assert (case["id"], case["fields"], case["held"]) == (number, ["title"], {"held": 1})
    assert full.ask("GET", f"/structure/{number}").json() == case
    (held,) = full.ask("GET", f"/structure/{number}/documents").json()["items"]
    assert (held["status"], held["blocked"]) == ("held", ["title"])
    for _ in range(2):
        answer = full.ask("POST", f"/structure/{number}/decision", {"decision": "confirm", "note": "redesigned"})
        assert (answer.status_code, answer.json()["status"]) == (200, "confirmed")
    assert full.ask("POST", f"/structure/{number}/decision", {"decision": "reject"}).status_code == 409
    assert full.ask("GET", "/structure", params={"status": "open"}).json()["items"] == []


def test_what_is_no_decision_and_what_is_no_case_is_refused(full: Program) -> None:
    assert full.ask("POST", "/structure/7/decision", {"decision": "perhaps"}).status_code == 422
    assert full.ask("GET", "/structure/7").status_code == 404
