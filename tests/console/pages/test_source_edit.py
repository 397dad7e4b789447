"""The form of a source keeps what was typed and puts each problem at its field."""

from __future__ import annotations

from typing import Any

import pytest

from console.state import Console
from console.work import Work
from services.sources.schemas import SourceView
from tests.console import seeds
from tests.console.people import Person

FORM: dict[str, Any] = {
    "source_type": "COLUMN", "name": "市政府 政务公开", "entry_url": "https://www.city.example/zwgk/",
    "cron_expr": "*/10 8-20 * * 1-5", "timezone": "Asia/Shanghai", "priority": "3", "status": "1", "charset": "AUTO",
    "concurrency": "2", "labels": "gov, zh", "options.max_pages": "4", "options.max_items": "200",
    "options.robots": "honour", "options.follow": "on", "options.conditional": "on", "options.include": "/a/\n/b/",
}  # fmt: skip


def stored(console: Console, source_id: int) -> SourceView:
    with console.database.session(read_only=True) as session:
        return Work(console, session).sources.get(source_id)


def test_a_source_is_created_from_the_form(operator: Person, console: Console) -> None:
    answer = operator.post("/sources/new", FORM)
    assert answer.headers["location"] == "/sources/1?done=created"
    made = stored(console, 1)
    assert (made.name, made.priority, made.timezone, made.labels) == (
        "市政府 政务公开",
        3,
        "Asia/Shanghai",
        ("gov", "zh"),
    )
    assert made.options == {"max_pages": 4, "include": ["/a/", "/b/"]}


def test_every_problem_stands_at_its_field_and_what_was_typed_stays(operator: Person) -> None:
    wrong = {
        **FORM,
        "name": "",
        "entry_url": "ftp://x",
        "cron_expr": "61 * * * *",
        "timezone": "Mars/Base",
        "priority": "x",
    }
    answer = operator.post("/sources/new", {**wrong, "options.max_pages": "900", "rate": "fast"})
    assert answer.status_code == 422
    html = answer.text
    assert "Write a whole number." in html
    assert "Write a number." in html
    for typed in ("ftp://x", "61 * * * *", "Mars/Base", "900", "fast", "/a/\n/b/"):
        assert typed in html


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": ""}, "This is needed."),
        ({"entry_url": "ftp://x"}, "Must be an address that begins with http:// or https://."),
        ({"cron_expr": "61 * * * *"}, "The field minute of"),
        ({"timezone": "Mars/Base"}, "There is no time zone"),
        ({"options.max_pages": "900"}, "Must be 50 or less."),
        ({"options.include": "("}, "Not a regular expression"),
        ({"options.robots": "ignore"}, "Say why robots.txt may be ignored"),
        ({"template_id": "77"}, "There is no template 77."),
        ({"language": "klingon!"}, "Must be a language tag"),
        ({"headers": "no colon"}, "Each line needs a name, a colon and a value."),
        ({"headers": "Host: x"}, "cannot be set as a header."),
        ({"priority": "12"}, "Must be 9 or less."),
    ],
)
def test_a_problem_is_said_in_one_plain_sentence(operator: Person, change: dict[str, str], sentence: str) -> None:
    answer = operator.post("/sources/new", {**FORM, **change})
    assert answer.status_code == 422
    assert sentence in answer.text


def test_problems_are_said_in_chinese_to_readers_of_chinese(operator: Person) -> None:
    operator.post("/language", {"language": "zh", "back": "/sources"})
    html = operator.post("/sources/new", {**FORM, "name": "", "entry_url": "x"}).text
    assert "必填。" in html
    assert '<html lang="zh"' in html


def test_an_address_that_is_collected_already_names_the_first_source(operator: Person, console: Console) -> None:
    operator.post("/sources/new", FORM)
    answer = operator.post("/sources/new", {**FORM, "entry_url": "https://WWW.city.example:443/zwgk/#top"})
    assert answer.status_code == 409
    assert "collected already by source 1" in answer.text
    assert '<a href="/sources/1">Open it</a>' in answer.text
    assert "市政府 政务公开" in answer.text


def test_the_address_field_warns_before_the_rest_is_typed(operator: Person, console: Console) -> None:
    seeds.source(console)
    query = "/sources/duplicate?source_type=COLUMN&entry_url=https://www.city.example/news/"
    assert "/sources/1" in operator.get(query).text
    assert operator.get(f"{query}&own=1").text.strip() == ""


def test_two_people_who_edit_the_same_source_do_not_overwrite_each_other(operator: Person, admin: Person) -> None:
    operator.post("/sources/new", FORM)
    assert admin.post("/sources/1/edit", {**FORM, "version": "1", "priority": "1"}).status_code == 303
    late = operator.post("/sources/1/edit", {**FORM, "version": "1", "name": "Another name"})
    assert late.status_code == 409
    assert "admin1 changed it meanwhile" in late.text
    versions = late.text.split('id="versions"')[1].split("</section>")[0]
    assert "Another name" in versions
    assert "市政府 政务公开" in versions
    assert "Stored now, by admin1" in versions
    assert "cron_expr" not in versions
    over = operator.post("/sources/1/edit", {**FORM, "version": ["1", "2"], "name": "Another name"})
    assert over.status_code == 303


def test_a_form_is_checked_while_it_is_filled_in(operator: Person, console: Console) -> None:
    html = operator.post("/sources/check", {**FORM, "name": "", "cron_expr": "61 * * * *", "priority": "x"}).text
    assert "The field minute of" in html
    assert "Write a whole number." in html
    assert "This is needed." not in html
    assert operator.post("/sources/check", FORM).text.strip() == ""
    assert operator.get("/sources.json").json()["rows"] == []


def test_saving_an_unchanged_form_changes_nothing(operator: Person, console: Console) -> None:
    operator.post("/sources/new", {**FORM, "headers": "X-Key: secret"})
    before = stored(console, 1)
    assert (
        operator.post("/sources/1/edit", {**FORM, "version": "1", "headers": "X-Key: (unchanged)"}).status_code == 303
    )
    assert stored(console, 1) == before


def test_an_option_can_be_switched_off(operator: Person, console: Console) -> None:
    form = {name: value for name, value in FORM.items() if name != "options.follow"}
    operator.post("/sources/new", form)
    assert stored(console, 1).options["follow"] is False
    html = operator.get("/sources/1/edit").text
    assert 'name="options.follow" value="on">' in html


def test_another_kind_brings_its_own_options(operator: Person) -> None:
    html = operator.get("/sources/options?source_type=BLOGGER").text
    assert "options.full_content" in html
    assert "options.follow" not in html
    assert "no options" in operator.get("/sources/options?source_type=NONE").text


def test_the_schedule_is_shown_before_it_is_saved(operator: Person) -> None:
    data = operator.get("/sources/cron.json?cron_expr=*/10 8-20 * * 1-5&timezone=Asia/Shanghai").json()
    assert data["runs"][0] == "2026-11-30T20:10:00+08:00"
    assert len(data["runs"]) == 10
    html = operator.get("/sources/cron?cron_expr=30 2 * * *&timezone=Europe/Berlin").text
    assert "runs in the next seven days" in html


@pytest.mark.parametrize("expr", ["61 * * * *", "x", "0 0 30 2 *", "<script>", "* " * 200])
def test_a_schedule_that_cannot_run_says_why(operator: Person, expr: str) -> None:
    answer = operator.get("/sources/cron", params={"cron_expr": expr})
    assert answer.status_code == 200
    assert 'class="error"' in answer.text
    assert "<script>" not in answer.text
