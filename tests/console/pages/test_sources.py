"""The list of sources and what can be done to one."""

from __future__ import annotations

import re

import pytest

from console.state import Console
from console.work import Work
from tests.console import seeds
from tests.console.people import Person

HOSTILE = "<img src=x onerror=alert(1)> \u202egnp.exe"


def test_a_list_shows_each_source_with_its_state_and_why(viewer: Person, console: Console) -> None:
    seeds.source(console)
    html = viewer.get("/sources").text
    assert "City news" in html
    assert "Runs next at 30 Nov 12:10." in html
    assert "www.city.example" in html


def test_an_empty_list_says_what_a_source_is(operator: Person) -> None:
    assert "There is no source yet" in operator.get("/sources").text


def test_a_list_without_hits_offers_to_drop_the_filters(viewer: Person, console: Console) -> None:
    seeds.source(console)
    html = viewer.get("/sources?q=nothing-like-it").text
    assert "No source matches these filters" in html
    assert 'href="/sources">Show all sources' in html


def test_pages_follow_each_other_without_gap_or_overlap(viewer: Person, console: Console) -> None:
    for number in range(120):
        seeds.source(console, name=f"Source {number:03d}", entry_url=f"https://s{number}.example/")
    seen: list[str] = []
    path = "/sources.json?sort=name"
    while path:
        data = viewer.get(path).json()
        seen += [row["name"] for row in data["rows"]]
        path = f"/sources.json?sort=name&after={data['next']}" if data["next"] else ""
    assert seen == [f"Source {number:03d}" for number in range(120)]


def test_the_next_page_keeps_the_filters_in_its_address(viewer: Person, console: Console) -> None:
    for number in range(51):
        seeds.source(console, name=f"Source {number}", entry_url=f"https://s{number}.example/", labels=["gov"])
    found = re.search(r'id="next-page" rel="next" href="([^"]+)"', viewer.get("/sources?label=gov&sort=name").text)
    assert found is not None
    assert "label=gov" in found.group(1)
    assert "sort=name" in found.group(1)


def test_a_damaged_page_link_is_a_sentence_and_not_a_crash(viewer: Person) -> None:
    answer = viewer.get("/sources?after=%00nonsense")
    assert answer.status_code == 400
    assert "start again from the first page" in answer.text


def test_the_same_list_answers_in_json_by_suffix_and_by_parameter(viewer: Person, console: Console) -> None:
    seeds.source(console)
    by_suffix, by_parameter = viewer.get("/sources.json").json(), viewer.get("/sources?format=json").json()
    assert by_suffix == by_parameter
    assert by_suffix["rows"][0]["reason"] == "next_run"
    assert by_suffix["counts"] == {"0": 0, "1": 1, "2": 0}


@pytest.mark.parametrize("path", ["/sources", "/sources/1", "/sources/1/edit"])
def test_a_hostile_name_is_text_everywhere(operator: Person, console: Console, path: str) -> None:
    seeds.source(console, name=HOSTILE.replace("\u202e", ""), labels=["<b>x</b>"], owner='"><script>alert(1)</script>')
    html = operator.get(path).text
    assert "<img src=x" not in html
    assert "<b>x" not in html
    assert "<script>alert" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html


def test_a_source_is_paused_with_a_note_that_others_can_read_and_resumed(operator: Person, console: Console) -> None:
    made = seeds.source(console)
    operator.post(f"/sources/{made.id}/pause", {"note": "site is moving"})
    html = operator.get(f"/sources/{made.id}").text
    assert "Paused by operator1 since 30 Nov 12:00." in html
    assert "site is moving" in html
    operator.post(f"/sources/{made.id}/resume")
    assert operator.get("/sources.json").json()["rows"][0]["reason"] == "next_run"


def test_pausing_a_source_cancels_what_waits_in_the_queue(operator: Person, console: Console) -> None:
    made = seeds.source(console)
    seeds.window(console, made.id)
    assert console.ports.queue.stats().pending == 1
    operator.post(f"/sources/{made.id}/pause")
    assert console.ports.queue.stats().pending == 0


def test_run_now_makes_the_source_due_at_once(operator: Person, console: Console) -> None:
    made = seeds.source(console, cron_expr="0 3 * * *")
    answer = operator.post(f"/sources/{made.id}/run")
    assert answer.headers["location"] == f"/sources/{made.id}?done=run"
    with console.database.session(read_only=True) as session:
        assert Work(console, session).sources.get(made.id).next_run_at == console.clock.now()
    assert "Asked to run now" in operator.get(answer.headers["location"]).text


def test_run_now_of_a_paused_source_says_what_to_do(operator: Person, console: Console) -> None:
    made = seeds.source(console, status=0)
    answer = operator.post(f"/sources/{made.id}/run")
    assert answer.status_code == 409
    assert "resume it first" in answer.text


def test_a_button_of_a_row_answers_with_that_row_and_a_sentence(operator: Person, console: Console) -> None:
    made = seeds.source(console)
    answer = operator.post(f"/sources/{made.id}/pause", headers={"HX-Request": "true"})
    assert answer.text.lstrip().startswith(f'<tr id="source-{made.id}"')
    assert "Paused. Nothing new is scheduled" in answer.headers["hx-trigger"]


def test_a_refused_button_leaves_the_row_and_says_why(operator: Person, console: Console) -> None:
    made = seeds.source(console, status=0)
    answer = operator.post(f"/sources/{made.id}/run", headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert answer.headers["hx-reswap"] == "none"
    assert "resume it first" in answer.headers["hx-trigger"]


def test_a_viewer_sees_buttons_that_name_the_role_they_need(viewer: Person, console: Console) -> None:
    seeds.source(console)
    html = viewer.get("/sources").text
    assert re.search(r'<button id="run-1"[^>]* disabled title="Needs the role operator."', html)
    assert "/sources/new" not in html


def test_a_deleted_source_keeps_its_page_and_leaves_the_list(operator: Person, console: Console) -> None:
    made = seeds.source(console)
    operator.post(f"/sources/{made.id}/delete")
    assert operator.get("/sources.json").json()["rows"] == []
    assert "Deleted at 30 Nov 12:00." in operator.get(f"/sources/{made.id}").text


def test_a_running_source_links_to_its_task(viewer: Person, console: Console) -> None:
    made = seeds.source(console)
    task = seeds.window(console, made.id)
    html = viewer.get(f"/sources/{made.id}").text
    assert "It is running." in html
    assert f'href="/tasks/{task.id}"' in html


def test_stored_headers_are_named_and_their_values_are_not(operator: Person, console: Console) -> None:
    made = seeds.source(console, headers={"X-Key": "very-secret-value"})
    for path in (f"/sources/{made.id}", f"/sources/{made.id}/edit", f"/sources/{made.id}.json"):
        assert "very-secret-value" not in operator.get(path).text
    assert "X-Key" in operator.get(f"/sources/{made.id}").text


def test_a_number_too_large_for_the_database_is_not_found(viewer: Person) -> None:
    assert viewer.get("/sources/99999999999999999999").status_code == 404


def test_a_list_costs_the_same_few_queries_for_one_source_and_for_fifty(viewer: Person, console: Console) -> None:
    from sqlalchemy import event

    counted: list[str] = []
    event.listen(console.ports.database, "before_cursor_execute", lambda *arguments: counted.append(arguments[2]))
    costs = []
    for number in range(50):
        seeds.source(console, name=f"Source {number}", entry_url=f"https://s{number}.example/")
        if number in (0, 49):
            counted.clear()
            viewer.get("/sources")
            costs.append(len([text for text in counted if text.lstrip().upper().startswith("SELECT")]))
    assert costs[0] == costs[1]
    assert costs[1] <= 8
