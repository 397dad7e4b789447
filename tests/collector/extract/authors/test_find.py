"""Authors: persons before organisations, bylines before noise, Chinese labels."""

import pytest

from collector.extract.authors import find_authors
from collector.extract.authors.find import rank_authors
from collector.extract.authors.names import names_in
from collector.extract.page import Page

URL = "https://www.example.com/a"


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("By ABBY BYWATER, COLBY NORTH and RUBY DARBY", ["ABBY BYWATER", "COLBY NORTH", "RUBY DARBY"]),
        ("Von Anna Schmidt und Jörg Maier (dpa)", ["Anna Schmidt", "Jörg Maier"]),
        ("3 hours ago Stella Hare", ["Stella Hare"]),
        ("作者：陈一鸣、王小川", ["陈一鸣", "王小川"]),
        ("Tom Kerr, Staff Writer", ["Tom Kerr"]),
        ("tom@example.com", []),
        ("Example News Team", []),
        ("示例网", []),
        ("By Tom Kerr @tomkerr", ["Tom Kerr"]),
        ("tom.kerr@example.com (Tom Kerr)", ["Tom Kerr"]),
        ("By Martin Haber Jr. and Mara Kerr", ["Martin Haber Jr.", "Mara Kerr"]),
        ("View all posts by Tom Kerr", ["Tom Kerr"]),
        ("Tom Kerr, Senior Analyst", ["Tom Kerr"]),
        ("佚名", []),
    ],
)
def test_bylines_give_names_only(byline: str, names: list[str]) -> None:
    assert names_in(byline) == names


def test_person_outranks_an_author_that_is_the_publisher() -> None:
    html = (
        '<meta name="author" content="Example Corporation"><meta property="og:site_name" content="Example Corporation">'
        '<p class="byline">By <a href="/k">Tom Kerr</a></p>'
    )
    assert find_authors(Page(html, URL)).value == ["Tom Kerr"]


def test_json_ld_author_given_by_id_is_looked_up() -> None:
    html = '<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@id":"#p"}},{"@type":"Person","@id":"#p","name":"Mara Haber"}]}</script>'
    found = find_authors(Page(html, URL))
    assert (found.value, found.path) == (["Mara Haber"], "jsonld:author")


def test_agency_is_the_author_only_where_nobody_else_is_named() -> None:
    html = '<script type="application/ld+json">{"@type":"Article","author":{"@type":"Organization","name":"Example Press Agency"}}</script>'
    assert find_authors(Page(html, URL)).value == ["Example Press Agency"]
    assert find_authors(Page(html + '<p class="byline">By Tom Kerr</p>', URL)).value == ["Tom Kerr"]


def test_citation_metas_are_turned_around() -> None:
    html = '<meta name="citation_author" content="Kerr, Tom"><meta name="citation_author" content="Haber, Mara">'
    assert find_authors(Page(html, URL)).value == ["Tom Kerr", "Mara Haber"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("本报记者 陈一鸣 王小川", ["陈一鸣", "王小川"]),
        ("新京报记者 彭冲 山东冠县报道", ["彭冲"]),
        ("（记者陈智 整合）", ["陈智"]),
        ("文/赵婕", ["赵婕"]),
        ("（责编：王小川、李小河）", []),
        ("来源：示例日报", []),
    ],
)
def test_chinese_labels_name_reporters_and_not_editors(line: str, names: list[str]) -> None:
    assert find_authors(Page("<p>x</p>", URL), lines=[line]).value == names


def test_bylines_of_comments_and_related_stories_are_not_authors() -> None:
    html = '<div class="comments"><span class="author">Jo Russet</span></div><aside><a rel="author">Stella Hare</a></aside>'
    found = find_authors(Page(html, URL))
    assert (found.value, found.status) == ([], "not_found")


ARTICLE = (
    "<article><h1>Budget vote delayed</h1>{}<p>The line reopened on Monday after three years of repairs.</p></article>"
)


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ('<div class="byline">Published: 5 May 2024 by Jane Doe</div>', ["Jane Doe"]),
        ('<div class="byline">By <a>Jane Doe</a> &amp; <a>Max Roe</a></div>', ["Jane Doe", "Max Roe"]),
        ('<div class="authors"><a>Jane Doe</a> <a>Max Roe</a></div>', ["Jane Doe", "Max Roe"]),
        ('<span itemprop="author" itemscope><span itemprop="name">Jane Doe</span></span>', ["Jane Doe"]),
        ('<span class="author">admin</span>', []),
    ],
)
def test_elements_named_for_authors_give_them_in_order(byline: str, names: list[str]) -> None:
    page = Page(ARTICLE.format(byline), URL)
    assert find_authors(page, title="Budget vote delayed").value == names


def test_several_names_of_one_meta_are_all_authors() -> None:
    page = Page('<meta name="author" content="Jane Doe and Max Roe">' + ARTICLE.format(""), URL)
    assert find_authors(page).value == ["Jane Doe", "Max Roe"]


def test_name_alone_under_the_headline_is_the_author_but_not_a_word_of_a_menu() -> None:
    page = Page("<h1>路是人走出来的</h1>", URL)
    title = "路是人走出来的"
    assert find_authors(page, title=title, lines=[title, "胡平", "第一节，从一个老问题说起"]).value == ["胡平"]
    assert find_authors(page, title=title, lines=[title, "易信", "微信", "微博", "更多"]).value == []


def test_losers_are_told_with_their_probability() -> None:
    page = Page(
        '<meta name="author" content="Example Desk">' + ARTICLE.format('<p class="byline">By Jane Doe</p>'), URL
    )
    found = rank_authors(page)
    assert found[0].candidate.value == ["Jane Doe"]
    assert len(found) > 1
    assert found[0].probability > found[1].probability
