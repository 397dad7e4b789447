"""What kind of page a page is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from collector.extract import extract
from collector.extract.page import Page
from collector.extract.roles.page_type import TYPES, Shape, page_type

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
STORY = "".join(
    f"<p>The line reopened on Monday, after {n} years of work, and the first tram left the harbour at nine.</p>"
    for n in range(2, 12)
)
LINKS = "".join(
    f"<li><a href='/news/{n}.html'>Council decides on the harbour line number {n} today</a></li>" for n in range(40)
)
PAGES = [
    ("article", "https://n.example/2026/11/30/line-reopens.html", f"<article><h1>Line reopens</h1>{STORY}</article>"),
    ("home", "https://n.example/", f"<ul>{LINKS}</ul>"),
    ("list", "https://n.example/category/city/", f"<h1>City</h1><ul>{LINKS}</ul>"),
    ("search", "https://n.example/search?q=tram", f"<form><input name=q></form><ul>{LINKS}</ul>"),
    ("error", "https://n.example/x", "<title>404 Not Found</title><h1>404 Not Found</h1><p>The page does not exist.</p>"),
    ("login", "https://n.example/login", "<title>Sign in</title><form><input name=user><input type=password></form><p>Sign in</p>"),
    ("empty", "https://n.example/x", ""),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "url", "body"), PAGES, ids=[kind for kind, _, _ in PAGES])
def test_page_is_told_by_what_it_shows(kind: str, url: str, body: str) -> None:
    found = extract(f"<html><body>{body}</body></html>", url=url, fetched_at=NOW).type
    assert found.value == kind
    assert found.path.startswith("type:")
    assert 0 < found.confidence <= 1


@pytest.mark.parametrize(("declared", "kind"), [("Product", "product"), ("Recipe", "recipe"), ("JobPosting", "job"), ("Event", "event")])  # fmt: skip
def test_page_that_says_what_it_is_is_believed(declared: str, kind: str) -> None:
    script = f'<script type="application/ld+json">{{"@type": "{declared}", "name": "A thing"}}</script>'
    page = f"<html><head>{script}</head><body><h1>A thing</h1><p>Words about a thing, and a few more of them.</p></body></html>"
    assert extract(page, url="https://n.example/x/1", fetched_at=NOW).type.value == kind


def test_at_least_fifteen_kinds_are_told_apart() -> None:
    assert len(set(TYPES)) >= 15


COMMENTS = "".join(f'<div class="comment"><p>I rode it number {n}, and it was quite full.</p></div>' for n in range(12))


def test_an_article_with_many_comments_is_an_article() -> None:
    page = f"<html><body><article><h1>Line reopens</h1>{STORY}</article><section>{COMMENTS}</section></body></html>"
    assert extract(page, url="https://n.example/line-reopens", fetched_at=NOW).type.value == "article"


def test_many_posts_without_one_text_that_stands_out_are_a_thread() -> None:
    page = Page("<html><body></body></html>", "https://n.example/x/1")
    thread = Shape(body=900.0, prose=4_000.0, text=5_000.0, links=300.0, sure=0.5, repeated=30)
    assert page_type(page, thread, "trams").value == "forum"
