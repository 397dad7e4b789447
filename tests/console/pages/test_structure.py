"""Changed structures: what waits, both pages side by side, and what one click does."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from console.state import Console
from console.work import Work
from kit.clock import to_ms
from kit.contracts.document import Document, RawPage
from kit.contracts.event import CollectEvent
from kit.ids import md5_hex, parse_task_id
from services.monitoring.observed import Seen
from services.structure import repository
from services.structure.fold import StructureWatch
from tests.console import seeds
from tests.console.documents import clean, document
from tests.console.people import Person

FAMILY = "1 www.city.example/{s}"
PAGE = b"<html><body><script>steal()</script><h1>All new here</h1></body></html>"


def seen(console: Console, stage: Any, number: int, source: int, url: str, **more: Any) -> Seen:
    task = f"src_{source}_202611301200#{number:032x}"
    event = CollectEvent(task, str(source), stage, to_ms(console.clock.now()), url=url, template_version="1:1", **more)
    return Seen(event, parse_task_id(task), source, console.clock.now(), number)


def waiting(console: Console, url: str = "https://www.city.example/new") -> int:
    """A case with one held document; its number."""
    source = seeds.source(console).id
    seeds.template(console)
    key = f"quarantine/{source}/page.json"
    held = Document(
        "t", str(source), "COLUMN", url, "<b>All new here</b>", "Words", "2026-11-30T12:00:00+00:00", "0" * 32, "1" * 32,
        raw=RawPage(url, 200, "2026-11-30T12:00:00+00:00", "utf-8", body=zlib.compress(PAGE)),
    )  # fmt: skip
    console.ports.objects.put(key, msgspec.json.encode(held))
    facts = {"family": FAMILY, "verdict": "review", "blocked": "title", "page": "1" * 32, "title": held.title}
    evidence = msgspec.json.encode(
        {"title": {"verdict": "review", "known_path": "article>h1", "path": "td>h1"}}
    ).decode()
    with console.database.session() as session:
        StructureWatch().fold(
            session,
            [
                seen(console, "judged", 1, source, url, fields={**facts, "evidence": evidence}),
                seen(console, "quarantined", 2, source, url, fields=facts, detail=key),
            ],
        )
        return Work(console, session).structure.cases()[0].id


@pytest.fixture
def case(console: Console) -> int:
    return waiting(console)


def test_a_case_waits_with_its_fields_and_what_is_held(viewer: Person, case: int) -> None:
    (row,) = viewer.get("/structure.json").json()["rows"]
    assert (row["id"], row["fields"], row["held"], row["status"]) == (case, ["title"], {"held": 1}, "open")
    html = viewer.get("/structure").text
    assert "City news" in html
    assert "waits for a decision" in html


def test_the_page_shows_where_the_field_stood_and_stands_and_what_was_read(viewer: Person, case: int) -> None:
    html = viewer.get(f"/structure/{case}").text
    for shown in ("article&gt;h1", "td&gt;h1", "stands elsewhere, behind another text", "&lt;b&gt;All new here"):
        assert shown in html
    assert "<b>All new here" not in html
    assert 'sandbox=""' in html
    assert 'id="confirm"' not in html


def test_the_last_page_that_fitted_is_shown_beside_it(viewer: Person, console: Console, tmp_path: Path) -> None:
    number = waiting(console)
    stored = document("The story before")
    clean(console, tmp_path, [stored])
    with console.database.session() as session:
        found = repository.case(session, number)
        assert found is not None
        found.before_url = stored.url
    told = viewer.get(f"/structure/{number}.json").json()
    assert told["before"]["title"] == "The story before"
    assert told["after"]["title"] == "<b>All new here</b>"


def test_the_held_page_is_harmless_in_its_frame(viewer: Person, case: int) -> None:
    key = md5_hex("quarantine/1/page.json")
    answer = viewer.get(f"/structure/held/{key}/page")
    assert "All new here" in answer.text
    assert "steal" not in answer.text
    assert "sandbox" in answer.headers["content-security-policy"]
    assert viewer.get("/structure/held/nonsense/page").status_code in (400, 404, 422)


@pytest.mark.parametrize(
    ("action", "status", "held"), [("confirm", "confirmed", "releasing"), ("reject", "rejected", "fixing")]
)
def test_one_click_decides(operator: Person, case: int, action: str, status: str, held: str) -> None:
    for _ in range(2):
        answer = operator.post(f"/structure/{case}/{action}", {})
        assert answer.headers["location"] == f"/structure/{case}?done=structure_{status}"
    told = operator.get(f"/structure/{case}.json").json()
    assert (told["status"], told["held"]) == (status, {held: 1})
    assert 'id="reject"' not in operator.get(f"/structure/{case}").text


def test_a_viewer_cannot_decide(viewer: Person, case: int) -> None:
    assert viewer.post(f"/structure/{case}/confirm", {}).status_code == 403


def test_settled_cases_are_in_the_list_of_all(operator: Person, case: int) -> None:
    operator.post(f"/structure/{case}/confirm", {})
    assert operator.get("/structure.json").json()["rows"] == []
    assert [row["id"] for row in operator.get("/structure.json?all=1").json()["rows"]] == [case]
