"""Pages that say "there is no page" with status 200."""

from __future__ import annotations

import pytest

from collector.fetch.errorpage import MAX_BYTES, of_page
from kit.contracts.task import FailureClass


def page(title: str, encoding: str = "utf-8") -> bytes:
    return f"<!doctype html><html><head><title>{title}</title></head><body>x</body></html>".encode(encoding)


@pytest.mark.parametrize(
    "title",
    ["404 Not Found", "404", "Error 404", "404 - Page not found", "Page Not Found", "404错误", "404 页面不存在", "您访问的页面不存在！",
     "页面找不到", "该文章已被删除", "HTTP 404 Not Found", " Not\n Found. "],
)  # fmt: skip
def test_titles_that_are_nothing_but_not_found(title: str) -> None:
    found = of_page(page(title))
    assert found is not None
    assert found[0] is FailureClass.HTTP_404


@pytest.mark.parametrize(
    "title", ["502 Bad Gateway", "500 Internal Server Error", "503 Service Temporarily Unavailable", "系统维护中"]
)
def test_titles_that_are_nothing_but_a_broken_server(title: str) -> None:
    found = of_page(page(title, "gbk"))
    assert found is not None
    assert found[0] is FailureClass.HTTP_5XX


@pytest.mark.parametrize(
    "title",
    ["", "Not found: the lost ship of 1912", "404 people attended the meeting", "Highway 404 reopened", "503 houses built", "What does 404 mean?",
     "页面不存在的城市", "已删除的文章又回来了", "Peugeot 504", "Service"],
)  # fmt: skip
def test_titles_that_only_speak_of_it_are_pages(title: str) -> None:
    found = of_page(page(title))
    assert found is None


def test_long_pages_are_never_error_pages() -> None:
    assert of_page(page("404 Not Found") + b"<p>word</p>" * MAX_BYTES) is None
    assert of_page(b"<title>" * 2000) is None
