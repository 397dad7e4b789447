"""Canonical links are hints that must be plausible."""

from __future__ import annotations

import pytest

from collector.fetch.identity import identity_url


@pytest.mark.parametrize(
    ("url", "canonical", "identity"),
    [
        ("http://a.example/x?utm_source=m", "/x", "http://a.example/x"),
        ("http://m.a.example/x", "http://www.a.example/x", "http://www.a.example/x"),
        ("http://a.example/news/17.html", "http://a.example/", "http://a.example/news/17.html"),
        ("http://a.example/x", "http://b.example/x", "http://a.example/x"),
        ("http://a.example/view?id=7&sort=up", "/view?id=7", "http://a.example/view?id=7"),
        ("http://a.example/view?id=7", "/view", "http://a.example/view?id=7"),
        ("http://a.example/x", "javascript:x", "http://a.example/x"),
        ("http://a.example/?utm_source=m", "http://a.example/", "http://a.example/"),
    ],
)
def test_a_canonical_link_is_believed_only_where_it_can_be_right(url: str, canonical: str, identity: str) -> None:
    assert identity_url(url, f'<head><link href="{canonical}" rel="nofollow CANONICAL"></head>') == identity


def test_a_page_without_canonical_link_is_itself() -> None:
    assert identity_url("http://a.example/x#y", "<p>canonical</p>") == "http://a.example/x"
