"""Many sources at once: ticked or filtered, confirmed, followed, taken back."""

from __future__ import annotations

from typing import Any

from console.operation_runner import work_off
from console.state import Console
from console.work import Work
from services.sources.schemas import SourceView
from tests.console import seeds
from tests.console.people import Person


def fill(console: Console, number: int, **changes: Any) -> list[int]:
    made = []
    for one in range(number):
        made.append(seeds.source(console, name=f"Source {one}", entry_url=f"https://s{one}.example/", **changes).id)
    return made


def sources(console: Console) -> list[SourceView]:
    with console.database.session(read_only=True) as session:
        return list(Work(console, session).sources.each())


def work(console: Console) -> None:
    while work_off(console, "test"):
        pass


def chosen(person: Person, **form: Any) -> str:
    answer = person.post("/sources/bulk", form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_what_is_ticked_is_named_before_it_is_paused_and_nothing_else_is(operator: Person, console: Console) -> None:
    ids = fill(console, 4)
    page = chosen(operator, verb="pause", scope="ticked", id=[str(one) for one in ids[:2]])
    html = operator.get(page).text
    assert "2 sources" in html
    assert "Source 0" in html
    assert "Source 2" not in html
    assert {one.status for one in sources(console)} == {1}
    assert operator.post(f"{page}/start", {"note": "site migration"}).headers["location"] == page
    work(console)
    assert [one.status for one in sources(console)] == [0, 0, 1, 1]
    html = operator.get(page).text
    assert "Changed: 2" in html
    assert "Note: site migration" in html
    back = operator.post(f"{page}/undo").headers["location"]
    work(console)
    assert {one.status for one in sources(console)} == {1}
    assert "The operation that this takes back" in operator.get(back).text


def test_the_list_offers_its_filter_and_the_filter_is_said_in_words(operator: Person, console: Console) -> None:
    fill(console, 3, labels=["gov"])
    html = operator.get("/sources?label=gov&type=COLUMN").text
    assert '<input type="hidden" name="label" value="gov">' in html
    assert "All that match the filter" in html
    page = chosen(operator, verb="priority", scope="all", label="gov", type="COLUMN")
    assert "kind: list page · label: gov" in operator.get(page).text
    operator.post(f"{page}/start", {"priority": "2"})
    work(console)
    assert {one.priority for one in sources(console)} == {2}


def test_without_a_filter_only_an_administrator_may_mean_all(operator: Person, admin: Person, console: Console) -> None:
    fill(console, 2)
    assert 'value="all"' not in operator.get("/sources").text
    refused = operator.post("/sources/bulk", {"verb": "pause", "scope": "all"})
    assert refused.status_code == 400
    assert "Choose at least one filter" in refused.text
    assert 'value="all"' in admin.get("/sources").text
    assert chosen(admin, verb="pause", scope="all")


def test_deleting_asks_for_the_number(operator: Person, console: Console) -> None:
    ids = fill(console, 2)
    page = chosen(operator, verb="delete", scope="ticked", id=[str(one) for one in ids])
    wrong = operator.post(f"{page}/start", {"expected": "3"})
    assert wrong.status_code == 422
    assert "Type the number of sources: 2." in wrong.text
    assert len(sources(console)) == 2
    operator.post(f"{page}/start", {"expected": "2"})
    work(console)
    assert sources(console) == []


def test_a_refused_source_says_why_and_can_be_tried_again(operator: Person, console: Console) -> None:
    ids = fill(console, 2, status=0)
    page = chosen(operator, verb="run_now", scope="ticked", id=[str(one) for one in ids])
    operator.post(f"{page}/start")
    work(console)
    html = operator.get(page).text
    assert "resume it first" in html
    again = operator.post(f"{page}/retry").headers["location"]
    assert "2 sources" in operator.get(again).text


def test_progress_is_shown_while_it_runs_and_it_can_be_left_and_stopped(operator: Person, console: Console) -> None:
    ids = fill(console, 30)
    page = chosen(operator, verb="owner", scope="ticked", id=[str(one) for one in ids])
    operator.post(f"{page}/start", {"owner": "wang"})
    assert work_off(console, "test")
    html = operator.get(page).text
    assert '<progress aria-label="Progress" max="30" value="25">' in html
    assert "This page may be closed" in html
    assert operator.get("/operations.json").json()["rows"][0]["done"] == 25
    operator.post(f"{page}/stop")
    assert not work_off(console, "test")
    assert operator.get(f"{page}.json").json()["operation"]["state"] == "stopped"


def test_wrong_values_are_said_at_their_field(operator: Person, console: Console) -> None:
    ids = fill(console, 1)
    page = chosen(operator, verb="priority", scope="ticked", id=[str(ids[0])])
    assert "Write a whole number." in operator.post(f"{page}/start", {"priority": "x"}).text
    assert "Must be 9 or less." in operator.post(f"{page}/start", {"priority": "12"}).text
    page = chosen(operator, verb="labels", scope="ticked", id=[str(ids[0])])
    assert "Name a label" in operator.post(f"{page}/start", {"add": "", "remove": ""}).text
    assert operator.post(f"{page}/start", {"add": "新闻，gov"}).status_code == 303
    work(console)
    assert sources(console)[0].labels == ("gov", "新闻")


def test_a_mistake_of_ours_stops_the_operation_instead_of_coming_again_for_ever(
    operator: Person, console: Console, monkeypatch: Any
) -> None:
    ids = fill(console, 1)
    page = chosen(operator, verb="resume", scope="ticked", id=[str(ids[0])])
    operator.post(f"{page}/start")

    def broken(*_args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("services.sources.operation_work.act", broken)
    assert not work_off(console, "test")
    assert operator.get(f"{page}.json").json()["operation"]["state"] == "stopped"


def test_viewers_see_operations_and_cannot_choose(viewer: Person, console: Console) -> None:
    fill(console, 1)
    assert "bulk" not in viewer.get("/sources").text
    assert viewer.get("/operations").status_code == 200


def test_it_is_all_there_in_chinese(operator: Person, console: Console) -> None:
    ids = fill(console, 1)
    operator.post("/language", {"language": "zh", "back": "/sources"})
    page = chosen(operator, verb="pause", scope="ticked", id=[str(ids[0])])
    html = operator.get(page).text
    assert "暂停数据源" in html
    assert "已勾选的" in html
