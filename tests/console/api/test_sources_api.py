"""Sources through the API."""

from __future__ import annotations

from console.state import Console
from console.work import Work
from services.audit.schemas import AuditFilter
from tests.console.api.conftest import SOURCE, Program


def test_a_source_is_made_read_changed_and_deleted(full: Program) -> None:
    made = full.made(labels=["harbour"])
    assert full.ask("GET", f"/sources/{made['id']}").json() == made
    assert made["why"]["code"] == "next_run"
    changed = full.ask("PATCH", f"/sources/{made['id']}", {"version": made["version"], "priority": 2}).json()
    assert (changed["priority"], changed["name"], changed["labels"]) == (2, "Harbour news", ["harbour"])
    assert changed["version"] > made["version"]
    assert full.ask("DELETE", f"/sources/{made['id']}").status_code == 204
    assert full.ask("GET", "/sources").json()["items"] == []


def test_a_list_goes_on_where_the_page_before_ended(full: Program) -> None:
    ids = [full.made(name=f"S{number}", entry_url=f"http://news.example/{number}")["id"] for number in range(5)]
    seen: list[int] = []
    after = ""
    while True:
        page = full.ask("GET", "/sources", params={"limit": 2, "after": after}).json()
        seen += [one["id"] for one in page["items"]]
        after = page["next"]
        if not after:
            break
    assert seen == ids
    assert page["total"] == 5


def test_filters_narrow_the_list(full: Program) -> None:
    full.made(name="A", entry_url="http://a.example/", labels=["x"])
    full.made(name="B", entry_url="http://b.example/", status=0)
    names = [
        [one["name"] for one in full.ask("GET", "/sources", params=params).json()["items"]]
        for params in ({"label": "x"}, {"status": 0}, {"status": [0, 1]}, {"q": "b.example"})
    ]
    assert names == [["A"], ["B"], ["A", "B"], ["B"]]


def test_every_wrong_field_is_named(full: Program) -> None:
    answer = full.ask("POST", "/sources", {**SOURCE, "cron_expr": "61 * * * *", "timezone": "Mars/Base"})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert {one["field"] for one in answer.json()["fields"]} == {"cron_expr", "timezone"}


def test_options_that_the_kind_does_not_know_are_named(full: Program) -> None:
    answer = full.ask("POST", "/sources", {**SOURCE, "options": {"colour": "red"}})
    assert answer.status_code == 422
    assert [one["field"] for one in answer.json()["fields"]] == ["options.colour"]


def test_the_same_entry_twice_is_a_conflict_that_names_the_first(full: Program) -> None:
    made = full.made()
    answer = full.ask("POST", "/sources", SOURCE)
    assert (answer.status_code, answer.json()["existing"]) == (409, str(made["id"]))


def test_a_change_of_an_older_version_is_a_conflict(full: Program) -> None:
    made = full.made()
    full.ask("PATCH", f"/sources/{made['id']}", {"version": made["version"], "owner": "li"})
    late = full.ask("PATCH", f"/sources/{made['id']}", {"version": made["version"], "owner": "wang"})
    assert (late.status_code, late.json()["code"]) == (409, "conflict")
    assert full.ask("GET", f"/sources/{made['id']}").json()["owner"] == "li"


def test_a_repeated_request_with_the_same_key_makes_one_source(full: Program) -> None:
    first, again = (full.ask("POST", "/sources", SOURCE, headers={"Idempotency-Key": "k1"}) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    other = full.ask("POST", "/sources", {**SOURCE, "name": "Other"}, headers={"Idempotency-Key": "k1"})
    assert other.status_code == 409


def test_a_refused_request_may_be_mended_under_the_same_key(full: Program) -> None:
    key = {"Idempotency-Key": "k1"}
    assert full.ask("POST", "/sources", {**SOURCE, "options": {"colour": 1}}, headers=key).status_code == 422
    assert full.ask("POST", "/sources", SOURCE, headers=key).status_code == 201


def test_a_paused_source_says_who_paused_it_and_does_not_run(full: Program) -> None:
    made = full.made()
    paused = full.ask("POST", f"/sources/{made['id']}/pause", {"note": "redesign"}).json()
    assert paused["status"] == 0
    assert (paused["why"]["code"], paused["why"]["params"]["note"]) == ("paused_by", "redesign")
    assert paused["why"]["params"]["by"] == "api-operator (ci)"
    assert full.ask("POST", f"/sources/{made['id']}/run").status_code == 409
    assert full.ask("POST", f"/sources/{made['id']}/resume").json()["status"] == 1
    assert full.ask("POST", f"/sources/{made['id']}/run").status_code == 200


def test_secrets_are_never_sent_back(full: Program) -> None:
    made = full.made(
        headers={"X-Key": "hidden-header-value"},
        credential={"kind": "basic", "values": {"username": "u", "password": "hidden-password"}},
    )
    text = full.ask("GET", f"/sources/{made['id']}").text
    assert "hidden" not in text
    assert made["header_names"] == ["X-Key"]
    assert made["credential"]["kind"] == "basic"


def test_the_audit_log_names_the_person_and_the_token(full: Program, console: Console) -> None:
    made = full.made()
    with console.database.session(read_only=True) as session:
        entries = (
            Work(console, session).audit.page(AuditFilter(subject_type="source", subject_id=str(made["id"]))).items
        )
    assert [(entry.actor, entry.action) for entry in entries] == [("api-operator (ci)", "create")]
