"""BLOGGER on a saved feed, a page that names its feed, and a JSON list."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from collector.extract import TemplateSpec
from collector.sources.model import Discovered, Page
from collector.sources.registry import KINDS
from kit.contracts.config import SourceConfig

URL = "https://ferry.example/feed.xml"
FEED = Path(__file__).with_name("feed.xml").read_bytes()
NOW = datetime(2026, 2, 4, tzinfo=UTC)


def discover(
    body: bytes = FEED, content_type: str = "application/rss+xml", template: TemplateSpec | None = None, **options: Any
) -> Discovered:
    source = SourceConfig(1, 1, "BLOGGER", "n", URL, "AUTO", None, 5, "UTC", 2, 2, 1, options, {})
    return KINDS["BLOGGER"].discover(Page(URL, body, content_type, NOW), source, template)


def test_complete_entries_are_documents_and_cut_ones_are_links() -> None:
    found = discover()
    engine, note = found.items
    assert (engine.url, engine.title, engine.authors, engine.tags) == (
        "https://ferry.example/engine",
        "The engine was changed in one night",
        ("Li Wei",),
        ("ferry",),
    )
    assert engine.content.startswith("The old engine came out at ten in the evening")
    assert engine.published.startswith("2026-02-03T06:00:00")
    assert engine.paths["content"] == "feed:rss:content"
    assert [(link.url, link.meta["title"]) for link in found.links] == [("https://ferry.example/fog", "Fog again")]
    assert note.url.startswith(URL + "#")
    assert note.identity


@pytest.mark.parametrize(("choice", "links", "items"), [("page", 2, 1), ("feed", 0, 3), ("auto", 1, 2)])
def test_the_operator_decides_where_the_text_comes_from(choice: str, links: int, items: int) -> None:
    found = discover(full_content=choice)
    assert (len(found.links), len(found.items)) == (links, items)


def test_patterns_and_bounds_hold_for_entries() -> None:
    assert len(discover(exclude=["/fog$"]).links) == 0
    assert len(discover(max_items=1).items) == 1


def test_a_page_that_names_its_feed_leads_there() -> None:
    html = b"<head><link rel=alternate type='application/atom+xml' href='/atom'><link rel=stylesheet href=x></head><p>Blog</p>"
    assert discover(html, "text/html").next_url == "https://ferry.example/atom"


def test_a_page_without_feed_says_so() -> None:
    found = discover(b"<p>Blog</p>", "text/html")
    assert (found.links, found.items, found.next_url) == ((), (), None)
    assert found.errors


def test_an_empty_feed_is_a_quiet_day() -> None:
    found = discover(b"<rss version='2.0'><channel><title>x</title></channel></rss>")
    assert found.errors == ()


def test_a_json_list_is_read_by_its_template() -> None:
    template = TemplateSpec.model_validate(
        {
            "kind": "json",
            "list": {
                "items": "json:data.posts",
                "fields": {"url": {"selectors": ["json:link"]}, "title": {"selectors": ["json:name"]}},
            },
        }
    )
    body = json.dumps({"data": {"posts": [{"link": "/p/1", "name": "One"}, {"link": "/p/2", "name": "Two"}]}}).encode()
    found = discover(body, "application/json", template)
    assert [(link.url, link.meta["title"]) for link in found.links] == [
        ("https://ferry.example/p/1", "One"),
        ("https://ferry.example/p/2", "Two"),
    ]
