"""Tasks, documents, templates and monitors through the API; its description; wild input."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from console.state import Console
from console.work import Work
from kit.contracts.stored import IndexDocument
from services.tasks.schemas import NewWindow
from tests.console.api.conftest import Program

WINDOW = datetime(2026, 11, 30, 11, 50, tzinfo=UTC)
HASH = "ab" * 16
SPEC = {"kind": "html", "detail": {"fields": {"title": {"selectors": ["css:h1"]}}}}


def document(**changes: Any) -> IndexDocument:
    facts = {
        "id": HASH, "version": 1, "url": "http://news.example/1", "host": "news.example", "title": "Harbour opens",
        "content": "The harbour opened at nine.", "source_id": "1", "source_type": "COLUMN", "source_name": "Harbour news",
        "collect_time": "2026-11-30T11:00:00+00:00",
    }  # fmt: skip
    return IndexDocument(**{**facts, **changes})


def test_a_window_is_listed_read_and_replayed(full: Program, console: Console) -> None:
    source = full.made()
    with console.database.session() as session:
        Work(console, session).tasks.create_windows([NewWindow(source["id"], "COLUMN", WINDOW, 5, WINDOW)])
    (task,) = full.ask("GET", "/tasks", params={"source_id": source["id"]}).json()["items"]
    assert (task["id"], task["status"]) == (f"src_{source['id']}_202611301150", "PENDING")
    assert full.ask("GET", f"/tasks/{task['id']}").json() == task
    assert full.ask("POST", f"/tasks/{task['id']}/replay").status_code == 409
    assert full.ask("GET", "/queue").json()["pending"] == 0


def test_a_moment_without_offset_is_refused_at_its_parameter(full: Program) -> None:
    answer = full.ask("GET", "/tasks", params={"since": "2026-11-30T00:00:00"})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "since")


def test_documents_are_found_counted_and_read(full: Program, console: Console) -> None:
    other = document(id="cd" * 16, title="Tram line closed", content="No trams.", language="en")
    console.ports.index.upsert("documents", [document(language="en"), other])
    found = full.ask("GET", "/documents", params={"q": "harbour", "facet": "language"}).json()
    assert [one["title"] for one in found["items"]] == ["Harbour opens"]
    assert found["facets"]["language"] == [{"value": "en", "count": 1}]
    assert full.ask("GET", f"/documents/{HASH}").json()["content"] == "The harbour opened at nine."
    assert full.ask("GET", f"/documents/{'0' * 32}").status_code == 404


def test_all_documents_come_by_pages(full: Program, console: Console) -> None:
    many = [document(id=f"{number:032x}", url=f"http://news.example/{number}") for number in range(7)]
    console.ports.index.upsert("documents", many)
    seen: list[str] = []
    after = ""
    while True:
        page = full.ask("GET", "/documents", params={"limit": 3, "after": after}).json()
        seen += [one["id"] for one in page["items"]]
        after = page["next"]
        if not after:
            break
    assert sorted(seen) == [one.id for one in many]


def test_a_template_is_read_with_its_versions(full: Program, console: Console) -> None:
    with console.database.session() as session:
        made = Work(console, session).templates.create("News", SPEC, actor="li")
    (listed,) = full.ask("GET", "/templates").json()["items"]
    whole = full.ask("GET", f"/templates/{made.id}").json()
    assert listed["name"] == whole["name"] == "News"
    assert [one["number"] for one in whole["versions"]] == [1]
    assert set(whole["spec"]["detail"]["fields"]) == {"title"}


def test_the_gate_of_a_version_tells_which_samples_break(full: Program, console: Console) -> None:
    with console.database.session() as session:
        work = Work(console, session)
        made = work.templates.create("News", SPEC, actor="li")
        work.samples.add(
            made.id,
            name="story",
            actor="li",
            url="https://news.example/1",
            html="<h1>One</h1>",
            expected={"title": "Two"},
        )
    gate = full.ask("GET", f"/templates/{made.id}/versions/1/gate").json()
    assert gate["problems"]
    (different,) = gate["samples"][0]["differences"]
    assert (different["field"], different["expected"]) == ("title", "Two")
    assert gate["shadow"] is None


def test_monitors_that_have_seen_nothing_know_nothing(full: Program) -> None:
    answer = full.ask("GET", "/monitors").json()
    assert answer["state"] == "unknown"
    assert {one["slice"] for one in answer["slices"]} == {"source", "collection", "server", "quality"}
    assert full.ask("GET", "/monitors/source/7").json() == []


def test_the_description_names_every_operation_its_errors_and_the_token(full: Program) -> None:
    schema = full.ask("GET", "/openapi.json").json()
    operations = [(path, one) for path, methods in schema["paths"].items() for one in methods.values()]
    assert len(operations) == len({one["operationId"] for _, one in operations}) >= 18
    for path, operation in operations:
        assert operation["security"] == [{"HTTPBearer": []}], path
        assert set(operation["responses"]["404"]["content"]) == {"application/problem+json"}, path


def test_an_unknown_path_is_a_problem_not_a_page(full: Program) -> None:
    answer = full.ask("GET", "/nothing/here")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


wild = st.one_of(
    st.text(max_size=30), st.integers().map(str), st.floats().map(str), st.sampled_from(["", "-1", "\x00", "9" * 40, "null", "%", "２"])
)  # fmt: skip
wild_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.timeout(120)
def test_no_input_however_wild_is_a_server_error(full: Program) -> None:
    schema = full.ask("GET", "/openapi.json").json()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            _fuzz(full, schema, path, method.upper(), operation)


def _fuzz(full: Program, schema: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> None:
    parameters = operation.get("parameters", [])
    names = _body_names(schema, operation)

    @settings(max_examples=12, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def run(data: st.DataObject) -> None:
        where = {one["name"]: data.draw(wild) for one in parameters if one["in"] == "path"}
        query = {
            one["name"]: data.draw(wild) for one in parameters if one["in"] == "query" and data.draw(st.booleans())
        }
        body = data.draw(st.dictionaries(st.sampled_from(names), wild_json, max_size=6) | wild_json) if names else None
        filled = path
        for name, value in where.items():
            filled = filled.replace("{" + name + "}", _quoted(value))
        answer = full.ask(method, filled, body, params=query)
        assert answer.status_code < 500, (method, filled, query, body, answer.text)

    run()


def _body_names(schema: dict[str, Any], operation: dict[str, Any]) -> list[str]:
    content = operation.get("requestBody", {}).get("content", {})
    if not content:
        return []
    name = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return sorted(schema["components"]["schemas"][name]["properties"])


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="replace") or "x"
