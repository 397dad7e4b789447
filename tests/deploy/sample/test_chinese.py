from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urljoin

import pytest
from selectolax.lexbor import LexborHTMLParser

from deploy.sample.chinese import related
from deploy.sample.content import Article, articles
from deploy.sample.site import render

Fetch = Callable[[str], LexborHTMLParser]
USUAL = [article for article in articles("zh") if not article.redesigned]


def _text(tree: LexborHTMLParser, selector: str) -> str:
    node = tree.css_first(selector)
    assert node is not None, selector
    return node.text(strip=True)


def test_following_next_page_finds_every_article_once_in_three_pages(fetch: Fetch) -> None:
    path: str | None = "/zh/index.html"
    found: list[str] = []
    pages = 0
    while path:
        tree = fetch(path)
        found += [urljoin(path, node.attributes["href"] or "") for node in tree.css("ul.news > li > a")]
        following = tree.css_first("a.next")
        path = urljoin(path, following.attributes["href"] or "") if following else None
        pages += 1
    assert pages == 3
    assert found == [article.path for article in articles("zh")]


@pytest.mark.parametrize("article", USUAL, ids=lambda article: article.key)
def test_a_usual_page_shows_title_author_and_body_where_the_template_looks(article: Article, fetch: Fetch) -> None:
    tree = fetch(article.path)
    assert len(tree.css("h1")) == 1
    assert _text(tree, "h1") == article.title
    assert [node.text(strip=True) for node in tree.css(".author")] == ["、".join(article.authors)][
        : len(article.authors)
    ]
    assert _text(tree, "div.article-body").startswith(article.opening)


def test_a_stated_time_is_in_the_time_element_and_in_metadata(fetch: Fetch) -> None:
    tree = fetch("/zh/news/1001.html")
    assert tree.css("time")[0].attributes["datetime"] == "2026-03-18T08:30:00+08:00"
    meta = tree.css_first('meta[property="article:published_time"]')
    assert meta is not None
    assert meta.attributes["content"] == "2026-03-18T08:30:00+08:00"


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("1008", "3小时前来源：云汀新闻网记者何嘉木"),
        ("1009", "来源：云汀新闻网"),
        ("1010", "发布时间：2026年3月8日 14:20来源：云汀新闻网记者林一禾"),
    ],
)
def test_a_page_without_a_machine_time_says_only_this(key: str, shown: str, fetch: Fetch) -> None:
    tree = fetch(f"/zh/news/{key}.html")
    assert tree.css("time, meta[property*=time], script") == []
    assert _text(tree, ".info") == shown


def test_the_page_clock_shows_the_day_of_the_request_not_of_the_article(now: datetime, fetch: Fetch) -> None:
    assert _text(fetch("/zh/news/1009.html"), ".today") == "今天是2026年11月30日 星期一"


def test_the_redesigned_page_keeps_h1_and_drops_the_other_class_names(fetch: Fetch) -> None:
    tree = fetch("/zh/news/1011.html")
    assert _text(tree, "h1.headline") == "社区食堂开张一个月，最受欢迎的是萝卜炖肉"
    assert tree.css("div.article-body, .info, .author, time") == []
    assert "萝卜要炖足一个半小时" in _text(tree, "div.story-text")


@pytest.mark.parametrize("path", ["/zh/fukan/index.html", *(article.path for article in articles("fukan"))])
def test_the_supplement_says_gb2312_and_sends_gbk(path: str, now: datetime) -> None:
    status, headers, body = render(path, now)
    assert status == 200
    assert dict(headers)["Content-Type"] == "text/html; charset=gb2312"
    assert b"charset=gb2312" in body
    assert "喆" in body.decode("gb18030")
    with pytest.raises(UnicodeDecodeError):
        body.decode("gb2312")


@pytest.mark.parametrize("article", articles("fukan"), ids=lambda article: article.key)
def test_a_supplement_page_shows_what_its_template_reads(article: Article, fetch: Fetch) -> None:
    tree = fetch(article.path)
    assert _text(tree, "h1") == article.title
    assert _text(tree, ".author") == "、".join(article.authors)
    assert article.published is not None
    assert article.published.strftime("%Y年%m月%d日 %H:%M") in _text(tree, ".info")
    assert _text(tree, "div#artibody").lstrip("\u3000").startswith(article.opening)


def test_related_articles_go_round_the_end_of_the_column() -> None:
    shelf = articles("fukan")
    assert related(shelf[-1]) == shelf[:3]
