"""Answers of the sample site that depend on the query."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import quote

import pytest

from collector.sources.journal.oai import read_answer
from deploy.sample.asked import asked_routes
from deploy.sample.content import articles
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


def test_the_repository_hands_out_every_post_once_and_then_ends(now: datetime) -> None:
    titles: list[str] = []
    path: str | None = "/oai?verb=ListRecords&metadataPrefix=oai_dc"
    while path is not None:
        answer = read_answer(render(path, now)[2], "text/xml")
        titles += [record.first("title") for record in answer.records]
        path = f"/oai?verb=ListRecords&resumptionToken={answer.token}" if answer.token else None
    assert sorted(titles) == sorted(article.title for article in articles("en"))
    late = read_answer(render("/oai?verb=ListRecords&from=2027-01-01", now)[2], "text/xml")
    assert (late.error, late.records) == ("noRecordsMatch", ())
