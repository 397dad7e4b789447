"""Files of sources in the console."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from console.state import Console
from tests.console import seeds
from tests.console.pages.test_operations import sources, work
from tests.console.people import Person

OPML = (
    '<opml version="2.0"><body><outline text="Tech"><outline type="rss" text="Daily" xmlUrl="https://blog.example/feed"/></outline>'
    '<outline text="bad" xmlUrl="ftp://x"/></body></opml>'
)
CSV = "source_type,name,entry_url,cron_expr\r\nCOLUMN,A,https://a.example/,@daily\r\nCOLUMN,B,https://b.example/,61 * * * *\r\n"


def upload(person: Person, name: str, body: str) -> Any:
    return person.post("/sources/import", files={"file": (name, body.encode())})


@pytest.mark.parametrize(("name", "body", "kind"), [("feeds.opml", OPML, "BLOGGER"), ("list.csv", CSV, "COLUMN")])
def test_a_file_is_checked_shown_and_only_then_taken_in(
    operator: Person, console: Console, name: str, body: str, kind: str
) -> None:
    page = upload(operator, name, body).headers["location"]
    assert "being checked" in operator.get(page).text
    work(console)
    html = operator.get(f"{page}?result=all").text
    assert "would be new" in html
    assert "refused" in html
    assert "Would change: 1" in html
    assert sources(console) == []
    assert operator.post(f"{page}/start").status_code == 303
    work(console)
    assert [one.source_type for one in sources(console)] == [kind]
    html = operator.get(f"{page}?result=create").text
    assert "/sources/1" in html
    assert "Undo" in html


def test_the_report_names_the_field_of_each_row_that_is_refused(operator: Person, console: Console) -> None:
    page = upload(operator, "list.csv", CSV).headers["location"]
    work(console)
    (row,) = operator.get(f"{page}.json?result=refused").json()["rows"]
    assert (row["number"], row["name"]) == (2, "B")
    assert row["problems"][0].startswith("cron_expr: ")


def test_text_can_be_pasted(operator: Person, console: Console) -> None:
    page = operator.post("/sources/import", {"format": "csv", "text": CSV}).headers["location"]
    work(console)
    assert operator.get(f"{page}.json").json()["operation"]["done"] == 1


@pytest.mark.parametrize(
    ("name", "body", "sentence"),
    [
        ("list.xls", "x", "the name must end in"),
        ("list.csv", "colour\r\nred\r\n", "There is no column"),
        ("list.json", "{", "Not JSON"),
        ("list.opml", "<html></html>", "This is no OPML file."),
        ("list.json", "[]", "The file holds no row."),
        ("", "", "Choose a file, or paste its text."),
    ],
)
def test_a_file_that_cannot_be_read_says_why(operator: Person, name: str, body: str, sentence: str) -> None:
    answer = upload(operator, name, body) if name else operator.post("/sources/import", {})
    assert answer.status_code == 422
    assert sentence in answer.text


def test_an_export_is_an_attachment_of_what_the_filter_matches_and_safe_to_open(
    operator: Person, console: Console
) -> None:
    seeds.source(console, name="=1+1", entry_url="https://a.example/", labels=["x"], headers={"X-Key": "hidden-value"})
    seeds.source(console, name="Other", entry_url="https://b.example/", source_type="BLOGGER")
    answer = operator.get("/sources/export?format=csv&label=x")
    assert answer.headers["content-disposition"] == 'attachment; filename="sources.csv"'
    (row,) = csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert row["name"] == "'=1+1"
    assert "hidden-value" not in answer.text
    assert len(json.loads(operator.get("/sources/export?format=json").text)) == 2
    assert 'xmlUrl="https://b.example/"' in operator.get("/sources/export?format=opml").text
    assert operator.get("/sources/export?format=xls").status_code == 404


def test_viewers_get_no_file(viewer: Person) -> None:
    assert viewer.get("/sources/export?format=csv").status_code == 403
