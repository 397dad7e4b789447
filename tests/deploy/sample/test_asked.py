"""Answers of the sample site that depend on the query."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import quote

import pytest

from deploy.sample.asked import asked_routes
from deploy.sample.site import render


def test_the_search_finds_words_in_titles_and_text_page_by_page(now: datetime) -> None:
    _, _, first = render(f"/search?q={quote('码头')}", now)
    assert first.decode().count("<li>") == 5
    _, _, many = render(f"/search?q={quote('老')}&p=4", now)
    assert many.decode().count("<li>") == 1
    assert "下一页" not in many.decode()


@pytest.mark.parametrize("path", sorted(asked_routes()))
@pytest.mark.parametrize("query", ["", "?q=%00<script>&p=-1", "?p=99999999999&page=x&verb=%ff", "?=&&&=="])
def test_any_query_gets_an_answer_without_its_markup(path: str, query: str, now: datetime) -> None:
    status, _, body = render(path + query, now)
    assert status in (200, 400, 403)
    assert b"<script>" not in body
