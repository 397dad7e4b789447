"""Operations on many sources through the API."""

from __future__ import annotations

from typing import Any

from console.operation_runner import work_off
from console.state import Console
from kit.contracts.trial import Trial
from tests.console.api.conftest import SOURCE, Program


def test_sources_are_frozen_started_followed_and_taken_back(full: Program, console: Console) -> None:
    ids = [full.made(entry_url=f"http://news.example/{one}")["id"] for one in range(3)]
    made = full.ask("POST", "/operations", {"verb": "priority", "params": {"priority": 1}, "ids": ids[:2]})
    assert (made.status_code, made.json()["state"], made.json()["total"]) == (201, "ready", 2)
    number = made.json()["id"]
    assert full.ask("POST", f"/operations/{number}/start", {}).json()["state"] == "running"
    while work_off(console, "test"):
        pass
    ended = full.ask("GET", f"/operations/{number}").json()
    assert (ended["state"], ended["done"]) == ("done", 2)
    items = full.ask("GET", f"/operations/{number}/items").json()["items"]
    assert [(one["source_id"], one["result"]) for one in items] == [(ids[0], "done"), (ids[1], "done")]
    assert [full.ask("GET", f"/sources/{one}").json()["priority"] for one in ids] == [1, 1, 5]
    back = full.ask("POST", f"/operations/{number}/undo")
    assert (back.status_code, back.json()["undo_of"]) == (201, number)
    while work_off(console, "test"):
        pass
    assert full.ask("GET", f"/sources/{ids[0]}").json()["priority"] == 5
    assert full.ask("POST", f"/operations/{number}/undo").status_code == 409
    assert [one["id"] for one in full.ask("GET", "/operations").json()["items"]] == [back.json()["id"], number]


def test_a_filter_is_frozen_too_and_an_empty_one_is_refused(full: Program) -> None:
    full.made(labels=["x"])
    made = full.ask("POST", "/operations", {"verb": "pause", "filter": {"label": "x"}}).json()
    assert (made["total"], made["scope"]) == (1, {"filter": {"label": "x"}})
    bodies: list[dict[str, Any]] = [
        {"filter": {}},
        {"ids": []},
        {"ids": [1], "filter": {"label": "x"}},
        {"ids": [2**62]},
    ]
    for body in bodies:
        assert full.ask("POST", "/operations", {"verb": "pause", **body}).status_code == 422


def test_deleting_needs_the_number_that_was_read(full: Program) -> None:
    made = full.ask("POST", "/operations", {"verb": "delete", "ids": [full.made()["id"]]}).json()
    assert made["needs_number"]
    answer = full.ask("POST", f"/operations/{made['id']}/start", {})
    assert answer.status_code == 422
    assert answer.json()["fields"][0]["field"] == "expected"
    assert full.ask("POST", f"/operations/{made['id']}/start", {"expected": 1}).status_code == 200


def test_parameters_that_the_verb_does_not_know_are_named(full: Program) -> None:
    answer = full.ask("POST", "/operations", {"verb": "priority", "params": {"colour": 1}, "ids": [full.made()["id"]]})
    assert answer.status_code == 422
    assert {one["field"] for one in answer.json()["fields"]} == {"priority", "colour"}


def test_a_file_is_checked_and_then_taken_in(full: Program, console: Console) -> None:
    text = '<opml version="2.0"><body><outline text="Daily" xmlUrl="https://daily.example/feed"/></body></opml>'
    number = full.ask("POST", "/operations/import", {"format": "opml", "text": text}).json()["id"]
    while work_off(console, "test"):
        pass
    items = full.ask("GET", f"/operations/{number}/items").json()["items"]
    assert [(one["name"], one["result"]) for one in items] == [("Daily", "create")]
    assert full.ask("GET", "/sources").json()["items"] == []
    full.ask("POST", f"/operations/{number}/start", {})
    while work_off(console, "test"):
        pass
    assert [one["name"] for one in full.ask("GET", "/sources").json()["items"]] == ["Daily"]
    assert full.ask("POST", "/operations/import", {"format": "json", "text": "{"}).status_code == 422


def test_a_source_is_tried_by_a_collector(full: Program, console: Console) -> None:
    answer = full.ask("POST", "/trials", SOURCE)
    assert answer.status_code == 202
    number = answer.json()["id"]
    assert full.ask("GET", f"/trials/{number}").json() == {"id": number, "trial": None}
    taken = console.ports.trials.take()
    assert taken is not None
    assert (taken[0], taken[1].source.entry_url) == (number, SOURCE["entry_url"])
    console.ports.trials.answer(number, Trial(1, "dns", "no such name"))
    assert full.ask("GET", f"/trials/{number}").json()["trial"]["failure"] == "dns"
    assert full.ask("POST", "/trials", {**SOURCE, "cron_expr": "61 * * * *"}).status_code == 422
