"""Tasks with state and reason, lanes, one window, replay."""

from __future__ import annotations

from urllib.parse import quote

from console.state import Console
from kit.clock import ManualClock, to_ms
from kit.contracts.task import Outcome, TaskState
from tests.console import seeds
from tests.console.people import Person


def test_a_waiting_window_says_in_which_lane_it_waits(viewer: Person, console: Console) -> None:
    seeds.window(console, seeds.source(console).id)
    html = viewer.get("/tasks").text
    assert "Waits in lane 5 since 30 Nov 12:00." in html
    assert "City news" in html
    lanes = viewer.get("/tasks.json").json()["queue"]["lanes"]
    assert [lane["waiting"] for lane in lanes] == [0, 0, 0, 0, 1, 0, 0, 0, 0]


def test_a_claimed_window_names_its_worker(viewer: Person, console: Console) -> None:
    seeds.window(console, seeds.source(console).id)
    seeds.claim(console, "w7@host")
    row = viewer.get("/tasks.json").json()["rows"][0]
    assert (row["reason"], row["state"]) == ("running", "running")
    assert "w7@host" in viewer.get("/tasks").text


def test_a_failed_window_says_why_and_when_it_tries_again(viewer: Person, console: Console) -> None:
    seeds.window(console, seeds.source(console).id)
    retry = to_ms(console.clock.now()) + 60_000
    seeds.end(console, seeds.claim(console), Outcome(TaskState.FAILED, failure="timeout", retry_at_ms=retry))
    html = viewer.get("/tasks").text
    assert "Failures so far: 1. Tries again at 30 Nov 12:01. The site did not answer in time." in html


def test_what_is_done_is_left_out_until_asked_for(viewer: Person, console: Console) -> None:
    seeds.window(console, seeds.source(console).id)
    seeds.end(console, seeds.claim(console), Outcome(TaskState.SUCCESS, documents=3))
    assert viewer.get("/tasks.json").json()["rows"] == []
    (row,) = viewer.get("/tasks.json?state=done").json()["rows"]
    assert row["reason_text"] == "Done. Documents: 3."
    assert "Show all tasks" in viewer.get("/tasks").text


def test_a_task_page_shows_the_pages_found_on_it(viewer: Person, console: Console) -> None:
    made = seeds.source(console)
    detail = seeds.dead_detail(console, made.id)
    root = detail.split("#")[0]
    html = viewer.get(f"/tasks/{root}").text
    assert "https://www.city.example/a/1.html" in html
    assert "The page could not be parsed" in html
    assert viewer.get(f"/tasks/{quote(detail, safe='')}").status_code == 200


def test_an_ended_window_can_be_run_again_and_an_open_one_cannot(
    operator: Person, console: Console, clock: ManualClock
) -> None:
    task = seeds.window(console, seeds.source(console).id)
    assert operator.post(f"/tasks/{task.id}/replay").status_code == 409
    seeds.end(console, seeds.claim(console), Outcome(TaskState.SUCCESS, documents=3))
    answer = operator.post(f"/tasks/{task.id}/replay")
    assert answer.headers["location"] == f"/tasks/{task.id}~1?done=replayed"
    assert "Replay of" in operator.get(f"/tasks/{task.id}~1").text
    assert seeds.claim(console).task.id == f"{task.id}~1"


def test_an_unknown_task_is_a_page_that_helps(viewer: Person) -> None:
    for task_id in ("src_1_202601010000", "nonsense", "%00", "a" * 300):
        answer = viewer.get(f"/tasks/{task_id}")
        assert answer.status_code == 404
        assert "Check the address" in answer.text
