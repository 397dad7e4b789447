"""Templates: versions, publishing, going back, and the editor with its preview."""

from __future__ import annotations

from typing import Any

from console.state import Console
from console.work import Work
from tests.console import seeds
from tests.console.people import Person

FORM: dict[str, Any] = {
    "name": "政务列表", "kind": "html", "note": "first",
    "detail.0.name": "title", "detail.0.selectors": "css:h1\nog:title", "detail.0.required": "on",
    "detail.1.name": "published", "detail.1.selectors": "css:.date", "detail.1.transforms": "time",
    "detail.2.name": "", "detail.2.selectors": "",
    "list.items": "css:ul.news li", "list.0.name": "url", "list.0.selectors": "css:a::attr(href)", "list.max_pages": "3",
}  # fmt: skip
ARTICLE = '<html><head><title>x</title></head><body><h1>Harbour <b>reopened</b></h1><p class="date">2026-11-28 09:00</p><p>Text.</p></body></html>'
LISTING = '<ul class="news"><li><a href="/a/1.html">One</a></li><li><a href="/a/2.html">Two</a></li></ul>'


def spec(console: Console, number: int) -> dict[str, Any]:
    with console.database.session(read_only=True) as session:
        return Work(console, session).templates.version(1, number).spec


def test_a_template_is_created_from_the_form_as_a_draft(operator: Person, console: Console) -> None:
    assert operator.post("/templates/new", FORM).headers["location"] == "/templates/1?done=created"
    stored = spec(console, 1)
    assert stored["detail"]["fields"]["title"] == {"selectors": ["css:h1", "og:title"], "required": True}
    assert stored["list"]["max_pages"] == 3
    assert "not published" in operator.get("/templates").text


def test_the_editor_shows_what_was_saved(operator: Person) -> None:
    operator.post("/templates/new", FORM)
    html = operator.get("/templates/1/edit").text
    for text in ("css:h1\nog:title", "css:ul.news li", "政务列表", 'name="detail.0.required" value="on" checked'):
        assert text in html
    assert '"selectors"' in operator.get("/templates/1/edit?as=json").text.replace("&#34;", '"')


def test_saving_without_a_change_makes_no_new_version(operator: Person, console: Console) -> None:
    operator.post("/templates/new", FORM)
    operator.post("/templates/1/edit", FORM)
    operator.post("/templates/1/edit", {**FORM, "detail.1.selectors": "css:.time"})
    versions = operator.get("/templates/1.json").json()["versions"]
    assert [version["number"] for version in versions] == [2, 1]


def test_publishing_and_going_back_each_name_the_live_version(operator: Person) -> None:
    operator.post("/templates/new", FORM)
    operator.post("/templates/1/publish", {"number": "1"})
    operator.post("/templates/1/edit", {**FORM, "detail.1.selectors": "css:.time"})
    operator.post("/templates/1/publish", {"number": "2"})
    assert operator.get("/templates/1.json").json()["template"]["live_version"] == 2
    operator.post("/templates/1/rollback", {"number": "1"})
    data = operator.get("/templates/1.json").json()
    assert data["template"]["live_version"] == 3
    assert data["versions"][0]["spec"] == data["versions"][2]["spec"]


def test_a_wrong_selector_is_said_at_its_field_and_nothing_typed_is_lost(operator: Person) -> None:
    answer = operator.post("/templates/new", {**FORM, "detail.1.selectors": "date", "list.0.name": "link"})
    assert answer.status_code == 422
    assert "must begin with one of" in answer.text
    assert "The list needs a field named url." in answer.text
    assert ">\ndate</textarea>" in answer.text


def test_wrong_json_is_said_and_kept(operator: Person) -> None:
    operator.post("/templates/new", FORM)
    answer = operator.post("/templates/1/edit", {"name": "政务列表", "spec": '{"kind": '})
    assert answer.status_code == 422
    assert "Not JSON" in answer.text
    assert "{&#34;kind&#34;: " in answer.text


def test_one_more_field_adds_a_row_and_saves_nothing(operator: Person) -> None:
    html = operator.post("/templates/new", {**FORM, "more": "detail"}).text
    assert 'name="detail.3.name"' in html
    assert operator.get("/templates.json").json()["rows"] == []


def test_a_name_in_use_is_a_problem_of_the_name(operator: Person) -> None:
    operator.post("/templates/new", FORM)
    answer = operator.post("/templates/new", FORM)
    assert answer.status_code == 422
    assert "Template 1 has the name" in answer.text


def test_the_preview_shows_each_field_with_the_path_that_found_it(operator: Person) -> None:
    html = operator.post("/templates/preview", {**FORM, "page": ARTICLE}, headers={"HX-Request": "true"}).text
    assert "Harbour reopened" in html
    assert "css:h1" in html
    assert "2026-11-28T09:00:00" in html
    assert "<html" not in html


def test_the_preview_of_a_list_shows_its_links(operator: Person) -> None:
    form = {**FORM, "page": LISTING, "page_kind": "list", "page_url": "https://www.city.example/"}
    html = operator.post("/templates/preview", form, headers={"HX-Request": "true"}).text
    assert "2 links" in html
    assert "https://www.city.example/a/1.html" in html


def test_a_hostile_page_is_text_in_the_preview(operator: Person) -> None:
    page = "<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>"
    html = operator.post("/templates/preview", {**FORM, "page": page}).text
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_the_preview_says_what_is_wrong_instead_of_failing(operator: Person) -> None:
    for change, sentence in (
        ({"detail.0.selectors": "css:h1["}, "title"),
        ({"page": ""}, "Paste a page"),
        ({"page": "<div>" * 5000}, "nested deeper"),
        ({"archived": "0" * 32}, "No page was kept for this document."),
        ({"archived": "nonsense"}, "has 32 digits"),
        ({"detail.tz": "Mars/Base"}, "zone"),
    ):
        answer = operator.post("/templates/preview", {**FORM, "page": ARTICLE, **change})
        assert answer.status_code == 200, change
        assert sentence in answer.text, change


def test_the_list_counts_the_sources_of_each_template(viewer: Person, console: Console) -> None:
    made = seeds.template(console)
    seeds.source(console, template_id=made.id)
    (row,) = viewer.get("/templates.json").json()["rows"]
    assert (row["sources"], row["live_version"]) == (1, 1)
