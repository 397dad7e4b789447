"""The second line of defence in front of archived pages; the first is the policy of the answer."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.archived import MAX_DEPTH, depth, harmless

HOSTILE = """<html><head><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">
<link rel="stylesheet" href="/a.css"><link rel="preload" href="/b"><style>@import "https://evil.example/c.css"; p { color: red }</style>
<style>p { color: blue }</style><script>alert(1)</script></head><body onload="alert(1)" background="https://evil.example/bg.png">
<h1 onclick="alert(1)">Title</h1><a href="javascript:alert(1)">a</a><a href="https://evil.example/" ping="https://evil.example/">b</a>
<a href="#part">c</a><img src="https://evil.example/x.png" srcset="https://evil.example/y.png 2x" onerror="alert(1)">
<img src="data:image/png;base64,AAAA"><img src="data:image/svg+xml,&lt;svg onload=alert(1)&gt;"><iframe src="https://evil.example/"></iframe>
<object data="https://evil.example/o"></object><embed src="https://evil.example/e"><video src="https://evil.example/v"><source src="https://evil.example/s"></video>
<form action="https://evil.example/f"><input autofocus formaction="https://evil.example/g"></form>
<div style="background:url(https://evil.example/h)">d</div><div style="color:red">e</div>
<svg><a xlink:href="javascript:alert(1)"><animate attributeName="href" to="javascript:alert(1)"/></a><image href="https://evil.example/i"/></svg>
<template shadowrootmode="open"><script>alert(1)</script></template><noscript><img src="https://evil.example/n"></noscript>
<p hx-get="https://evil.example/j">text</p></body></html>"""


def test_a_hostile_page_keeps_its_text_and_loses_everything_that_acts() -> None:
    html = harmless(HOSTILE)
    for kept in ("Title", "text", 'href="#part"', "data:image/png;base64,AAAA", "color: blue", 'style="color:red"'):
        assert kept in html
    assert not re.search(r"<(?:script|iframe|object|embed|base|link|meta http|video|template|animate)", html)
    assert not re.search(
        r"\s(?:on\w+|src|href|action|formaction|srcset|ping|background|hx-\w+)=\"(?!#|data:image/png)", html
    )
    assert "@import" not in html
    assert "url(" not in html


def test_where_a_link_went_can_still_be_read() -> None:
    assert re.search(r'<a[^>]* data-href="https://evil.example/"[^>]*>b</a>', harmless(HOSTILE))


@pytest.mark.parametrize(
    "bomb", ["<div>" * 100_000, "<b>" * 20_000 + "x", "<table>" * 30_000, "<svg>" * 50_000, "<p>" * 50_000]
)
def test_a_nesting_bomb_ends(bomb: str) -> None:
    assert harmless(bomb).startswith("<!doctype html>")


def test_a_page_that_is_too_deep_is_shown_as_its_source() -> None:
    html = harmless("<div>" * (MAX_DEPTH + 1) + "<script>x</script>")
    assert "&lt;script&gt;" in html
    assert "<script>" not in html


def test_depth_counts_what_is_open_at_once() -> None:
    assert depth("<div></div>" * 100) == 1
    assert depth("<div><span><b>x") == 3
    assert depth("<p>" * 100 + "<br>" * 100) == 0


PIECES = [
    "<",
    ">",
    "/",
    "=",
    " ",
    '"',
    "'",
    "`",
    "a",
    "b",
    "&",
    ";",
    "script",
    "onload",
    "style",
    "svg",
    "href",
    "javascript:",
    "\x00",
    "math",
    "title",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_no_text_makes_it_fail_or_lets_a_script_through(html: str) -> None:
    assert "<script" not in harmless(html)
