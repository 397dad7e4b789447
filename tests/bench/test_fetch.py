"""The measurement of fetching asks for every page and counts what it has read."""

from __future__ import annotations

import asyncio

import pytest

from tests.bench.fetch_ours import Job, crawl
from tests.bench.fetch_site import answering


@pytest.mark.parametrize("transport", ["fast", "plain"])
def test_every_page_of_every_host_is_fetched_and_read(transport: str) -> None:
    with answering(3) as port:
        urls = [f"http://127.0.0.{1 + number}:{port}/{number}" for number in range(6)]
        spent = asyncio.run(crawl(Job(urls, parse=True, concurrency=3, transport=transport)))  # type: ignore[arg-type]
    assert (spent.pages, spent.titles) == (6, 6)
    assert spent.cpu > 0
