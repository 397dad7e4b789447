"""Hostile text is shown, not obeyed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.render import link
from console.text import cut, highlighted, safe_link, unmarked, visible
from kit.ports.index import MARK_CLOSE, MARK_OPEN


def test_a_highlight_is_escaped_before_it_is_marked() -> None:
    text = f'<img src=x onerror=alert(1)> {MARK_OPEN}<b>{MARK_CLOSE} & "q"'
    assert highlighted(text) == "&lt;img src=x onerror=alert(1)&gt; <mark>&lt;b&gt;</mark> &amp; &#34;q&#34;"


@given(st.text(st.sampled_from(["a", "<", "&", MARK_OPEN, MARK_CLOSE, '"']), max_size=40))
def test_marks_are_balanced_whatever_the_index_answers(text: str) -> None:
    html = str(highlighted(text))
    assert html.count("<mark>") == html.count("</mark>")
    assert MARK_OPEN not in html
    assert MARK_CLOSE not in html
    assert html.replace("<mark>", "").replace("</mark>", "").count("<") == 0


def test_characters_that_hide_or_reorder_text_become_visible() -> None:
    assert visible("a\u202eb\u200bc\x00") == "a⟦U+202E⟧b⟦U+200B⟧c⟦U+0000⟧"
    assert visible("政务\n公开\t") == "政务\n公开\t"


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "//evil",
        "",
        "http://[",
        "file:///etc/passwd",
    ],
)
def test_an_address_that_is_not_harmless_is_no_link(url: str) -> None:
    assert safe_link(url) == ""


def test_web_addresses_are_links() -> None:
    assert safe_link(" https://www.city.gov.cn/zwgk/ ") == "https://www.city.gov.cn/zwgk/"


def test_text_is_cut_with_an_ellipsis() -> None:
    assert cut("abcdef", 4) == "abc…"
    assert cut("abc", 4) == "abc"
    assert unmarked(f"a{MARK_OPEN}b{MARK_CLOSE}") == "ab"


def test_equal_views_have_equal_addresses() -> None:
    assert link("/s", {"b": "2", "a": ["y", "x"], "c": ""}, d=None) == "/s?a=y&a=x&b=2"
    assert link("/s", {"a": "1"}, a="") == "/s"
    assert link("/s", {"q": "政务 &=?"}) == "/s?q=%E6%94%BF%E5%8A%A1+%26%3D%3F"
