"""Cookies go back to the host that set them, and nowhere else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from collector.fetch.cookies import MAX_COOKIES, MAX_HOSTS, Jar
from kit.url_parse import parse

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def sent(jar: Jar, url: str, now: datetime = NOW) -> str:
    return jar.header(parse(url), now)


def jar_of(url: str, *values: str) -> Jar:
    jar = Jar()
    jar.keep(parse(url), list(values), NOW)
    return jar


def test_a_cookie_comes_back_on_its_host_whatever_domain_it_claims() -> None:
    jar = jar_of("https://www.news.test/", "a=1", "b=2; Domain=news.test", "c=3; Domain=.test")
    assert sent(jar, "https://www.news.test/x") == "a=1; b=2; c=3"
    assert sent(jar, "https://news.test/") == sent(jar, "https://other.test/") == ""


@pytest.mark.parametrize(
    "value",
    ["a=1; Domain=evil.test", "a=1; Domain=s.test", "noise", "=1", "a=\x00", "a=" + "x" * 5000, "a=1; Max-Age=0", "a=1; Max-Age=-5",
     "a=1; Expires=Wed, 31-Dec-2025 00:00:00 GMT", "__Host-a=1", "__Host-a=1; Secure; Path=/x", "__Secure-a=1", "a=1\r\nx: y"],
)  # fmt: skip
def test_what_may_not_be_set_is_not_kept(value: str) -> None:
    assert sent(jar_of("https://news.test/", value), "https://news.test/") == ""


def test_secure_cookies_are_neither_taken_nor_given_in_the_clear() -> None:
    assert sent(jar_of("http://news.test/", "a=1; Secure"), "https://news.test/") == ""
    jar = jar_of("https://news.test/", "a=1; Secure", "b=2")
    assert (sent(jar, "http://news.test/"), sent(jar, "https://news.test/")) == ("b=2", "a=1; b=2")


def test_paths_and_ends_hold() -> None:
    jar = jar_of(
        "https://news.test/list/page",
        "a=1",
        "b=2; Path=/",
        "c=3; Max-Age=60",
        "d=4; Expires=Thu, 01-Jan-2026 00:30:00 GMT",
    )
    assert sent(jar, "https://news.test/list/two") == "a=1; c=3; d=4; b=2"
    assert sent(jar, "https://news.test/listing") == "b=2"
    assert sent(jar, "https://news.test/list", NOW + timedelta(minutes=2)) == "a=1; d=4; b=2"
    jar.keep(parse("https://news.test/list/"), ["a=; Max-Age=0"], NOW)
    assert "a=" not in sent(jar, "https://news.test/list")


def test_the_jar_is_bounded() -> None:
    jar = jar_of("https://news.test/", *(f"n{number}=1" for number in range(1000)))
    assert sent(jar, "https://news.test/").count("=") == MAX_COOKIES
    for number in range(100):
        jar.keep(parse(f"https://h{number}.test/"), ["a=1"], NOW)
    assert sum(bool(sent(jar, f"https://h{number}.test/")) for number in range(100)) == MAX_HOSTS
