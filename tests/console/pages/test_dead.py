"""Dead letters: what was given up, and what can be done about it."""

from __future__ import annotations

from console.state import Console
from kit.contracts.task import Outcome, TaskState
from tests.console import seeds
from tests.console.people import Person


def test_a_dead_letter_shows_its_page_and_why_it_was_given_up(viewer: Person, console: Console) -> None:
    seeds.dead_detail(console, seeds.source(console).id)
    html = viewer.get("/dead").text
    assert "https://www.city.example/a/1.html" in html
    assert "The page could not be parsed, or a required field was missing." in html
    assert "required field title is empty" in html


def test_an_empty_list_says_what_would_be_here(viewer: Person) -> None:
    assert "Nothing is dead." in viewer.get("/dead").text


def test_a_hostile_address_of_a_dead_page_is_no_link(viewer: Person, console: Console) -> None:
    seeds.dead_detail(console, seeds.source(console).id, url="javascript:alert(1)//<b>")
    html = viewer.get("/dead").text
    assert 'href="javascript' not in html
    assert "<b>" not in html


def test_ticked_letters_are_replayed_and_leave_the_list(operator: Person, console: Console) -> None:
    detail = seeds.dead_detail(console, seeds.source(console).id)
    answer = operator.post("/dead/replay", {"id": detail})
    assert answer.status_code == 303
    assert operator.get("/dead.json").json()["rows"] == []
    assert seeds.claim(console).task.replay_of == detail


def test_a_dead_window_is_replayed_through_the_ledger(operator: Person, console: Console) -> None:
    task = seeds.window(console, seeds.source(console).id)
    seeds.end(console, seeds.claim(console), Outcome(TaskState.DEAD, failure="http_404"))
    assert operator.get("/dead.json").json()["rows"][0]["id"] == task.id
    operator.post("/dead/replay", {"id": task.id})
    assert operator.get("/dead.json").json()["rows"] == []
    assert operator.get("/tasks.json").json()["rows"][0]["replay_of"] == task.id


def test_a_letter_that_somebody_else_replayed_meanwhile_changes_nothing(operator: Person, console: Console) -> None:
    detail = seeds.dead_detail(console, seeds.source(console).id)
    operator.post("/dead/replay", {"id": detail})
    answer = operator.post("/dead/replay", {"id": detail})
    assert answer.headers["location"] == "/dead?done=gone"
    assert console.ports.queue.stats().pending == 1


def test_discarding_is_written_to_the_audit_log(admin: Person, console: Console) -> None:
    detail = seeds.dead_detail(console, seeds.source(console).id)
    admin.post("/dead/discard", {"id": detail})
    assert admin.get("/dead.json").json()["rows"] == []
    entry = admin.get("/audit.json?action=discard").json()["rows"][0]
    assert (entry["actor"], entry["subject_id"]) == ("admin1", detail)


def test_nothing_ticked_changes_nothing_and_says_so(operator: Person, console: Console) -> None:
    seeds.dead_detail(console, seeds.source(console).id)
    answer = operator.post("/dead/discard")
    assert "Nothing was ticked" in operator.get(answer.headers["location"]).text
    assert len(operator.get("/dead.json").json()["rows"]) == 1
