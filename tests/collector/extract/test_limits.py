"""Hostile markup: extraction ends, and says what it cut."""

from datetime import UTC, datetime

import pytest

from collector.extract import extract
from collector.extract.limits import MAX_CHARS, bounded
from collector.extract.page import Page

NOW = datetime(2024, 5, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<",
        "\x00\x00<title>\x00a</title>",
        "\ud800 lone \udfff",
        "<div>" * 100_000 + "deep text",
        ("<div>" * 50_000) + ("</div>" * 50_000),
        "<a><b>" * 20_000,
        "<!--" * 10_000,
        "<title>" * 1_000,
        "<p " + "a=b " * 100_000,
        "<p " + " ".join(f"a{n}=1" for n in range(50_000)) + ">text",
        "".join(f"<p><font size={n}>" for n in range(3_000)) + "x",
        '<script type="application/ld+json">' + "[" * 100_000 + "</script>",
        '<script type="application/ld+json">{"@type":"Article","author":1,"datePublished":{"a":[]},"headline":[null]}</script>',
        '<meta property="article:published_time" content="9999999999999"><meta name=author content="'
        + "a b," * 5_000
        + '">',
        "<base href='http://['><a href='http://[::1'>x</a><img src='http://['>",
    ],
)
def test_no_markup_makes_extraction_raise(html: str) -> None:
    found = extract(html, url="https://www.example.com/", fetched_at=NOW)
    assert isinstance(found.content.value, str)
    assert isinstance(found.authors.value, list)


def test_nesting_is_cut_and_reported_and_the_text_stays() -> None:
    html, errors = bounded("<div>" * 20_000 + "deep text")
    assert "deep text" in html
    assert "nested deeper" in errors[0]


def test_element_with_thousands_of_attributes_keeps_its_text() -> None:
    html, errors = bounded("<p " + " ".join(f"a{n}=1" for n in range(50_000)) + ">text</p>")
    assert html == "<p>text</p>"
    assert "attributes" in errors[0]


def test_long_attribute_value_and_long_text_are_left_alone() -> None:
    html = (
        "<p data-x='" + "x" * 50_000 + "'>" + "word " * 10_000 + "</p><script>if (a<b ) " + "c " * 20_000 + "</script>"
    )
    assert bounded(html) == (html, ())


def test_ordinary_page_with_many_unclosed_items_is_not_cut() -> None:
    html = "<ul>" + "<li>item<br><p>text" * 5_000 + "</ul>"
    assert bounded(html) == (html, ())


def test_page_over_ten_million_characters_is_cut_and_reported() -> None:
    html, errors = bounded("x" * (MAX_CHARS + 5))
    assert len(html) == MAX_CHARS
    assert "the rest was cut" in errors[0]


def test_xpath_sees_as_deep_as_the_bounds_allow() -> None:
    page = Page("<div>" * 350 + "<p>deep</p>" + "</div>" * 350 + "<p>after</p>", "https://www.example.com/")
    assert page.xml is not None
    assert [node.text for node in page.xml.iter("p")] == ["deep", "after"]


def test_charset_named_in_the_markup_does_not_undo_the_decoding() -> None:
    page = Page('<meta charset="gbk"><p>中文字</p>', "https://www.example.com/")
    assert page.tree.body is not None
    assert page.tree.body.text() == "中文字"


def test_every_bound_holds_behind_a_long_text() -> None:
    attributes = " ".join(f"a{n}=1" for n in range(5_000))
    html, errors = bounded("x" * 50_000 + f"<i>é</i><p {attributes}>text</p><b {attributes}>more")
    assert html == "x" * 50_000 + "<i>é</i><p>text</p><b>more"
    assert len(errors) == 1
