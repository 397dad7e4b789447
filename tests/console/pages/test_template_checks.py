"""Golden samples and the sheet of a version, through the console."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from console.state import Console
from console.work import Work
from kit.clock import to_ms
from kit.contracts.event import CollectEvent
from kit.ids import parse_task_id
from services.audit.schemas import AuditFilter
from services.monitoring.observed import Seen
from services.templates.shadow_counts import ShadowCounts
from tests.console.people import Person

FORM: dict[str, Any] = {"name": "政务列表", "kind": "html", "detail.0.name": "title", "detail.0.selectors": "css:h1"}
PAGE = "<html><body><h1>Harbour &lt;b&gt;reopened</h1><h2>Weather</h2><p>Text.</p></body></html>"
SAMPLE = {
    "name": "story",
    "good": "good",
    "part": "detail",
    "page_url": "https://www.city.example/1",
    "page": PAGE,
    "timezone": "UTC",
}


@pytest.fixture
def published(operator: Person) -> Person:
    """Template 1: version 1 live, version 2 reads another heading."""
    operator.post("/templates/new", FORM)
    operator.post("/templates/1/publish", {"number": "1"})
    operator.post("/templates/1/edit", {**FORM, "detail.0.selectors": "css:h2"})
    return operator


def count(console: Console, pages: int, told: tuple[str, str, str]) -> None:
    """What collectors tell of so many pages."""
    now = console.clock.now()
    for number in range(pages):
        event = CollectEvent(
            task_id=f"src_5_202611301200#{number:032x}", source_id="5", stage="shadowed", at=to_ms(now),
            url=f"https://www.city.example/{number}", template_version="1:1", numbers={"draft": 2.0, "run": 1.0},
            fields={"title": msgspec.json.encode(told).decode()},
        )  # fmt: skip
        with console.database.session() as session:
            ShadowCounts().fold(session, [Seen(event, parse_task_id(event.task_id), 5, now, number)])


def test_a_pasted_page_is_kept_with_what_the_newest_version_finds(operator: Person) -> None:
    operator.post("/templates/new", FORM)
    assert operator.post("/templates/1/samples", SAMPLE).headers["location"] == "/templates/1/samples?done=sample_added"
    told = operator.get("/templates/1/samples.json").json()
    assert told["samples"][0]["expected"] == {"title": "Harbour <b>reopened"}
    assert told["outcomes"][0]["ok"]
    html = operator.get("/templates/1/samples").text
    assert "story" in html
    assert "<b>reopened" not in html
    assert "Golden samples 1" in operator.get("/templates/1").text


def test_a_version_that_breaks_a_sample_leads_to_its_sheet_instead_of_going_live(published: Person) -> None:
    published.post("/templates/1/samples", {**SAMPLE, "page": PAGE})
    expected = json.dumps({"title": "Harbour <b>reopened"})
    published.post("/templates/1/samples/1/expected", {"expected": expected})
    answer = published.post("/templates/1/publish", {"number": "2"})
    assert answer.headers["location"] == "/templates/1/versions/2?done=gate_closed"
    assert published.get("/templates/1.json").json()["template"]["live_version"] == 1
    html = published.get("/templates/1/versions/2").text
    assert "This version cannot be published." in html
    assert "Golden sample story breaks: title." in html
    assert 'id="override"' not in html
    assert 'id="publish"' not in html


def test_only_an_administrator_publishes_all_the_same_and_says_why(
    published: Person, admin: Person, console: Console
) -> None:
    published.post("/templates/1/samples", SAMPLE)
    published.post("/templates/1/samples/1/expected", {"expected": '{"title": "Another"}'})
    assert published.post("/templates/1/versions/2/override", {"reason": "x"}).status_code == 403
    assert 'id="override"' in admin.get("/templates/1/versions/2").text
    assert admin.post("/templates/1/versions/2/override", {"reason": " "}).status_code == 422
    answer = admin.post("/templates/1/versions/2/override", {"reason": "the site changed its headline"})
    assert answer.headers["location"] == "/templates/1?done=published"
    with console.database.session(read_only=True) as session:
        (entry,) = Work(console, session).audit.page(AuditFilter(action="override_gate")).items
    assert entry.actor.startswith("admin")
    assert entry.after["reason"] == "the site changed its headline"


def test_a_shadow_run_is_started_reported_and_stopped(published: Person, console: Console) -> None:
    answer = published.post("/templates/1/versions/2/shadow", {"hours": "2", "percent": "12,5"})
    assert answer.headers["location"] == "/templates/1/versions/2?done=shadow_started"
    config = console.ports.cache.template(1)
    assert config is not None
    assert config.shadow is not None
    assert (config.shadow.version, config.shadow.share) == (2, 125)
    count(console, 25, ("lost", "Harbour <script>", ""))
    html = published.get("/templates/1/versions/2").text
    assert "In the shadow run title was lost on 25 of 25 pages." in html
    assert "25 of 25 pages differ" in html
    assert "Harbour &lt;script&gt;" in html
    assert "shadow: 25 of 25 pages differ" in published.get("/templates/1").text
    published.post("/templates/1/versions/2/shadow/stop", {"discard": "1"})
    assert published.get("/templates/1/versions/2.json").json()["gate"]["shadow"]["run"]["outcome"] == "discarded"


def test_the_sheet_is_there_in_chinese(published: Person, console: Console) -> None:
    published.post("/templates/1/versions/2/shadow", {"hours": "2", "percent": "10"})
    count(console, 25, ("lost", "Harbour", ""))
    published.client.cookies.set("language", "zh")
    published.post("/language", {"locale": "zh", "back": "/"})
    html = published.get("/templates/1/versions/2", headers={"Accept-Language": "zh"}).text
    assert "影子运行" in html
    assert "黄金样本" in published.get("/templates/1/samples", headers={"Accept-Language": "zh"}).text


def test_a_viewer_sees_the_sheet_and_changes_nothing(published: Person, viewer: Person) -> None:
    published.post("/templates/1/samples", SAMPLE)
    for path in ("/templates/1/versions/2", "/templates/1/samples"):
        html = viewer.get(path).text
        assert "story" in html
        assert 'method="post" action="/templates' not in html
    assert viewer.post("/templates/1/samples/1/remove").status_code == 403
    assert viewer.post("/templates/1/versions/2/shadow", {}).status_code == 403


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"page": ""}, "This is needed."),
        ({"page_url": "nowhere"}, "http"),
        ({"archived": "0" * 32}, "No page was kept for this document."),
        ({"name": ""}, "Give the sample a name."),
        ({"page": "<div>" * 5_000}, "nested deeper"),
        ({"timezone": "Mars/Base"}, "Mars/Base"),
    ],
)
def test_what_cannot_be_kept_is_said_and_nothing_typed_is_lost(
    operator: Person, change: dict[str, str], sentence: str
) -> None:
    operator.post("/templates/new", FORM)
    answer = operator.post("/templates/1/samples", {**SAMPLE, **change})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert 'value="story"' in answer.text or "name" in change
    assert operator.get("/templates/1/samples.json").json()["samples"] == []


def test_wrong_numbers_start_nothing(published: Person) -> None:
    for wrong in ({"hours": "x"}, {"hours": "0"}, {"percent": "99"}):
        answer = published.post("/templates/1/versions/2/shadow", {"hours": "1", "percent": "1", **wrong})
        assert answer.status_code == 422, wrong
    assert published.post("/templates/1/samples/9/remove").status_code == 404
    assert published.post("/templates/1/samples/9/expected", {"expected": "["}).status_code in (400, 422)


def test_removing_a_sample_opens_the_gate_again(published: Person) -> None:
    published.post("/templates/1/samples", SAMPLE)
    published.post("/templates/1/samples/1/expected", {"expected": '{"title": "Another"}'})
    published.post("/templates/1/samples/1/remove")
    assert published.post("/templates/1/publish", {"number": "2"}).headers["location"] == "/templates/1?done=published"
