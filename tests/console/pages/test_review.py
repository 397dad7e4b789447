"""Review: what waits, and what deciding does."""

from __future__ import annotations

from pathlib import Path

from console.state import Console
from kit.ports.index import Query
from tests.console.documents import clean, document
from tests.console.people import Person

FUTURE = "2027-06-01T00:00:00+00:00"


def flagged(console: Console, folder: Path, title: str = "A report from the future") -> str:
    clean(console, folder, [document(title, publish_time=FUTURE)])
    (hit,) = console.ports.index.search("review", Query(limit=10)).hits
    return hit.document.id


def test_a_flagged_document_waits_with_its_finding(viewer: Person, console: Console, tmp_path: Path) -> None:
    flagged(console, tmp_path)
    html = viewer.get("/review").text
    assert "A report from the future" in html
    assert "publication time in the future" in html
    assert viewer.get("/review.json").json()["flags"] == [{"flag": "publish_time_future", "count": 1}]


def test_an_approved_document_is_searchable_and_gone_from_the_list(
    operator: Person, console: Console, tmp_path: Path
) -> None:
    content_hash = flagged(console, tmp_path)
    answer = operator.post("/review/approve", {"id": content_hash})
    assert answer.headers["location"] == "/review?done=approved"
    assert operator.get("/review.json").json()["rows"] == []
    assert [row["id"] for row in operator.get("/search.json").json()["rows"]] == [content_hash]


def test_a_rejected_document_is_in_no_list_and_can_be_approved_later_on_its_page(
    operator: Person, console: Console, tmp_path: Path
) -> None:
    content_hash = flagged(console, tmp_path)
    operator.post("/review/reject", {"id": content_hash, "from": "document"})
    assert operator.get("/review.json").json()["rows"] == operator.get("/search.json").json()["rows"] == []
    page = operator.get(f"/documents/{content_hash}").text
    assert 'id="approve"' in page
    assert 'id="reject"' not in page


def test_a_viewer_cannot_decide(viewer: Person, console: Console, tmp_path: Path) -> None:
    content_hash = flagged(console, tmp_path)
    assert viewer.post("/review/approve", {"id": content_hash}).status_code == 403
    assert 'id="approve"' not in viewer.get(f"/documents/{content_hash}").text


def test_a_hostile_title_is_text(viewer: Person, console: Console, tmp_path: Path) -> None:
    flagged(console, tmp_path, "<script>alert(1)</script> and more")
    assert "<script>alert" not in viewer.get("/review").text


def test_nothing_ticked_and_nonsense_change_nothing(operator: Person) -> None:
    assert operator.post("/review/approve", {"id": "../../x"}).headers["location"] == "/review?done=none_ticked"


def test_an_empty_list_says_what_would_be_here(viewer: Person) -> None:
    assert "Nothing waits for review." in viewer.get("/review").text
