"""Headers and hints: Retry-After, redirects, meta refresh, what is sent to whom."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from collector.fetch import headers
from kit.errors import InvalidInput

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("120", 120), (" 0 ", 0), ("-5", None), ("1.5", None), ("Thu, 01 Jan 2026 00:01:00 GMT", 60), ("soon", None), (None, None),
     ("Wed, 31 Dec 2025 00:00:00 GMT", 0), ("9" * 400, 86400), ("Thu, 01 Jan 2099 00:00:00 GMT", 86400), ("", None), ("²", None)],
)  # fmt: skip
def test_retry_after_is_seconds_or_a_date_and_never_longer_than_a_day(value: str | None, seconds: int | None) -> None:
    assert headers.retry_after(value, NOW) == seconds


@pytest.mark.parametrize(
    ("location", "target"),
    [("next", "http://a.example/d/next"), ("https:///next", "https://a.example/next"), ("https://:443/n", "https://a.example/n"),
     ("https://:8443", "https://a.example:8443/"), ("//b.example", "http://b.example/"), (" /x y ", "http://a.example/x%20y")],
)  # fmt: skip
def test_redirects_lead_where_browsers_go(location: str, target: str) -> None:
    assert headers.redirect_target("http://a.example/d/", location) == target


def test_redirects_to_other_schemes_are_refused() -> None:
    with pytest.raises(InvalidInput):
        headers.redirect_target("http://a.example/", "javascript:alert(1)")


@pytest.mark.parametrize(
    ("content", "target"),
    [("0;url=next.html", "http://a.example/next.html"), ("0; URL='/x'", "http://a.example/x"), ("1,/y", "http://a.example/y"),
     ("600;url=/later", None), ("30", None), ("0;url=javascript:x", None), ("0;url=#top", None), ("", None)],
)  # fmt: skip
def test_only_a_quick_meta_refresh_to_another_page_counts(content: str, target: str | None) -> None:
    html = f'<head><meta content="{content}" HTTP-EQUIV=" Refresh"></head>'
    assert headers.refresh_target(html, "http://a.example/") == target


def test_credentials_follow_a_host_to_https_and_nowhere_else() -> None:
    assert headers.is_trusted("https://a.example", "http://a.example")
    assert not headers.is_trusted("http://a.example", "https://a.example")
    assert not headers.is_trusted("https://b.example", "http://a.example")
    assert not headers.is_trusted("https://a.example:8443", "https://a.example")
