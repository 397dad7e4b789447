"""Real pages that are there are not called gone, although nothing is known of them but the page."""

from __future__ import annotations

import pytest

from collector.extract.charset import decode
from services.monitoring.links.classify import Answer, judge
from tests import shared_data

PAGES = 150


@pytest.mark.parametrize("name", ["aeb", "daniel_zh", "gne"])
def test_living_pages_are_not_called_gone(name: str) -> None:
    folder = shared_data.need(name)
    looked, gone = 0, []
    for label in shared_data.labels(folder)[:PAGES]:
        html = decode(shared_data.page_bytes(folder, str(label["id"])), None).text
        verdict = judge(Answer(f"https://site.example/a/{label['id']}.html", 200, html=html))
        looked += 1
        if verdict.gone:
            gone.append((label["id"], verdict.reason))
    assert looked >= 20
    assert len(gone) <= looked * 0.01, gone
