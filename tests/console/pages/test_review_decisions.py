"""Putting right, undoing, examples, and what the decisions say of the rules."""

from __future__ import annotations

from pathlib import Path

from console.state import Console
from tests.console.pages.test_review import flagged
from tests.console.people import Person


def test_what_is_put_right_is_found_by_its_new_title(operator: Person, console: Console, tmp_path: Path) -> None:
    content_hash = flagged(console, tmp_path)
    assert "A report from the future" in operator.get(f"/documents/{content_hash}/fix").text
    answer = operator.post(
        f"/documents/{content_hash}/fix",
        {"title": "A lighthouse in the fog", "publish_time": "2026-11-28", "content": "New."},
    )
    assert answer.headers["location"] == f"/documents/{content_hash}?done=fixed"
    (row,) = operator.get("/search.json?q=lighthouse").json()["rows"]
    assert (row["id"], row["title"]) == (content_hash, "A lighthouse in the fog")


def test_a_wrong_time_is_said_beside_its_field_and_nothing_is_decided(
    operator: Person, console: Console, tmp_path: Path
) -> None:
    content_hash = flagged(console, tmp_path)
    answer = operator.post(f"/documents/{content_hash}/fix", {"title": "A", "publish_time": "soon", "content": "New."})
    assert answer.status_code == 422
    assert "publish_time-error" in answer.text
    assert [row["id"] for row in operator.get("/review.json").json()["rows"]] == [content_hash]


def test_decisions_make_a_rules_precision_and_can_be_undone(operator: Person, console: Console, tmp_path: Path) -> None:
    content_hash = flagged(console, tmp_path)
    operator.post("/review/reject", {"id": content_hash})
    operator.post("/review/example", {"id": content_hash, "from": "rules"})
    told = operator.get("/review/rules.json").json()
    assert [(one["flag"], one["rejected"], one["approved"]) for one in told["rules"]] == [("publish_time_future", 1, 0)]
    assert [one["example"] for one in told["decisions"]] == [True]
    assert "publication time in the future" in operator.get("/review/rules").text
    answer = operator.post("/review/undo", {"id": content_hash, "from": "rules"})
    assert answer.headers["location"] == "/review/rules?done=undone"
    assert [row["id"] for row in operator.get("/review.json").json()["rows"]] == [content_hash]
    assert "Nobody has decided" in operator.get("/review/rules").text


def test_a_viewer_may_read_the_rules_but_change_nothing(viewer: Person, console: Console, tmp_path: Path) -> None:
    content_hash = flagged(console, tmp_path)
    assert viewer.get("/review/rules").status_code == 200
    assert viewer.get(f"/documents/{content_hash}/fix").status_code == 403
    assert viewer.post("/review/undo", {"id": content_hash}).status_code == 403
