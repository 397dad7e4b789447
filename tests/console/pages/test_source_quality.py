"""The page about a source's extraction."""

from __future__ import annotations

from datetime import timedelta

import pytest

from console.state import Console
from kit.clock import ManualClock
from services.monitoring.quality import repository
from tests.console import seeds
from tests.console.people import Person


@pytest.fixture
def source(console: Console, clock: ManualClock) -> int:
    made = seeds.source(console, name="Harbour news").id
    today = clock.now().date()
    rows = [
        {"day": today - timedelta(days=back), "source_id": made, "template_version": "3:2" if back < 3 else "3:1", "kind": kind,
         "name": name, "events": events}
        for back in range(20) if back != 5
        for kind, name, events in (
            ("page", "", 50), ("field", "title", 50), ("field", "<b>x</b>", 40), ("field", "author", 10 if back == 1 else 40),
            ("list", "", 4), ("list", "links", 100), ("severity", "clean", 30), ("severity", "review", 3), ("rejected", "short", 2),
        )
    ]  # fmt: skip
    with console.database.session() as session:
        repository.count(session, rows)
    return made


def test_score_fields_and_documents_of_each_day_are_told(viewer: Person, source: int) -> None:
    found = viewer.get(f"/sources/{source}/quality.json?days=14").json()["charts"]
    days = {one["day"]: one for one in found["scores"]}
    assert len(days) == 14
    bad = list(days.values())[-2]
    assert bad["score"] < 95
    assert next(iter(bad["lost"])) == "author"
    assert list(days.values())[-6]["score"] is None
    assert found["documents"][-1] == {**found["documents"][-1], "clean": 30, "review": 3, "rejected": 2}


def test_charts_show_gaps_and_first_days_of_versions_and_no_markup_of_others(viewer: Person, source: int) -> None:
    page = viewer.get(f"/sources/{source}/quality").text
    assert page.count('role="img"') == 5
    assert "<b>x</b>" not in page
    assert "first pages of version 3:2" in page
    assert 'style="' not in page


def test_source_without_pages_has_an_empty_chart_and_an_unknown_one_is_not_found(
    viewer: Person, console: Console
) -> None:
    assert viewer.get(f"/sources/{seeds.source(console).id}/quality").status_code == 200
    assert viewer.get("/sources/99999/quality").status_code == 404
