"""Addresses: the normal form, joining as browsers do, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit import urls
from kit.errors import InvalidInput

SPELLINGS = [
    ("HTTP://WWW.Example.COM:80/a/./b/../c#top", "http://www.example.com/a/c"),
    ("https://example.com:443", "https://example.com/"),
    ("https://example.com:80/", "https://example.com:80/"),
    ("http://example.com./x", "http://example.com/x"),
    ("http://example.com/%7euser/%e4%bd%a0", "http://example.com/~user/%E4%BD%A0"),
    ("http://example.com/你 好", "http://example.com/%E4%BD%A0%20%E5%A5%BD"),
    ("http://example.com/a%2fb", "http://example.com/a%2Fb"),
    ("http://example.com/?b=2&a=1&a=0", "http://example.com/?a=1&a=0&b=2"),
    ("http://example.com/?news/12&a=1", "http://example.com/?news/12&a=1"),
    ("http://example.com/?&&a=&", "http://example.com/?a="),
    ("http://example.com/?", "http://example.com/"),
    ("http://example.com/?FBCLID=1&id=2&utm%5Fsource=3", "http://example.com/?id=2"),
    ("http://example.com/?ref=front", "http://example.com/?ref=front"),
    ("http://example.com/100%", "http://example.com/100%25"),
    ("http:\\\\example.com\\a?b\\c", "http://example.com/a?b%5Cc"),
    (" \thttp://exa\nmple.com/a\r\nb ", "http://example.com/ab"),
    ("http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/"),
    ("http://faß.example/", "http://xn--fa-hia.example/"),
    ("http://😀.example/", "http://xn--e28h.example/"),
    ("http://under_score.example/", "http://under_score.example/"),
    ("http://0x7f.1/", "http://127.0.0.1/"),
    ("http://2130706433/", "http://127.0.0.1/"),
    ("http://[0:0::1]:8080/", "http://[::1]:8080/"),
    ("http://u:p@example.com/", "http://u:p@example.com/"),
    ("http://example.com//a//b/", "http://example.com//a//b/"),
    ("http://example.com/a/%2E%2e/b", "http://example.com/b"),
]


@pytest.mark.parametrize(("spelling", "normal"), SPELLINGS)
def test_equivalent_spellings_have_one_normal_form(spelling: str, normal: str) -> None:
    assert urls.normalize(spelling) == normal
    assert urls.normalize(normal) == normal


@pytest.mark.parametrize(
    "text",
    [
        "", "example.com/a", "ftp://example.com/", "javascript:alert(1)", "http://", "http:///", "http://:80/",
        "http://exa mple.com/", "http://example.com℀.evil.example/", "http://example.com:99999/", "http://1.2.3.4.5/",
        "http://256.1.1.1/", "http://[::1%25eth0]/", "http://[::1/", "http://a..b/", "http://%00.example/",
        "http://example.com/" + "a" * 9000, "http://" + "a" * 64 + ".example/",
    ],
)  # fmt: skip
def test_what_is_no_web_address_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        urls.normalize(text)


@given(st.text(max_size=60), st.booleans())
@settings(max_examples=300, deadline=None)
def test_normalizing_twice_changes_nothing(tail: str, drop: bool) -> None:
    once = urls.normalize("http://example.com/" + tail, drop)
    assert urls.normalize(once, drop) == once
    assert once.isascii()


@given(st.text(max_size=40))
@settings(max_examples=200, deadline=None)
def test_a_link_is_joined_or_left_out_but_never_raises(href: str) -> None:
    joined = urls.join("https://example.com/a/b?c=d", href, "gbk")
    assert joined is None or joined.startswith(("http://", "https://"))


@pytest.mark.parametrize(
    ("href", "joined"),
    [
        ("", "http://a.example/b/c?d=1"),
        ("#e", "http://a.example/b/c?d=1#e"),
        ("?e", "http://a.example/b/c?e"),
        ("e", "http://a.example/b/e"),
        ("../../../e", "http://a.example/e"),
        ("..", "http://a.example/"),
        ("//c.example\\e", "http://c.example/e"),
        ("http:e", "http://a.example/b/e"),
        ("https:e", "https://e/"),
        ("/x%3By%zz", "http://a.example/x%3By%zz"),
        ("mailto:a@b.example", None),
        (" java\nscript:alert(1)", None),
    ],
)
def test_links_are_resolved_as_browsers_do(href: str, joined: str | None) -> None:
    assert urls.join("http://a.example/b/c?d=1", href) == joined


def test_the_query_is_written_in_the_encoding_of_the_page() -> None:
    assert urls.join("http://a.example/", "?q=中", "gb2312") == "http://a.example/?q=%D6%D0"
    assert urls.join("http://a.example/", "?q=中", "utf-16le") == "http://a.example/?q=%E4%B8%AD"
    assert urls.join("http://a.example/", "?q=中", "no-such") == "http://a.example/?q=%E4%B8%AD"
    assert urls.join("http://a.example/", "?q=中", "iso-8859-1") == "http://a.example/?q=%26%2320013%3B"


def test_srcset_keeps_commas_inside_addresses() -> None:
    value = " a,b.jpg 1x, c.jpg,, d.jpg 2x (x, y), data:image/png;base64,AA== 3x, /e.jpg"
    assert urls.srcset("http://a.example/", value) == [
        "http://a.example/a,b.jpg",
        "http://a.example/c.jpg",
        "http://a.example/d.jpg",
        "http://a.example/e.jpg",
    ]


def test_fingerprints_agree_exactly_where_the_pages_are_the_same() -> None:
    assert urls.fingerprint("http://a.example/?x=1&utm_source=z") == urls.fingerprint("HTTP://A.example:80/?x=1#top")
    assert urls.fingerprint("http://a.example/a%2Fb") != urls.fingerprint("http://a.example/a/b")
    assert urls.same("http://a.example", "http://a.example/") is True
    assert urls.same("http://a.example/", "https://a.example/") is False


def test_requests_keep_the_escapes_of_the_page() -> None:
    assert urls.request_target("http://a.example/%7e%3B;?a=%26|b#c") == "/%7e%3B;?a=%26|b"
    assert urls.request_params("http://a.example/?a=1+2&b=%26&c") == {"a": "1 2", "b": "&", "c": ""}


def test_front_pages_are_told_from_deep_pages() -> None:
    assert urls.is_front_page("http://a.example?utm_source=x")
    assert not urls.is_front_page("http://a.example/?id=3")
