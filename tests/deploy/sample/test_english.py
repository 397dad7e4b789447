from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from selectolax.lexbor import LexborHTMLParser

from deploy.sample.content import Article, articles

Fetch = Callable[[str], LexborHTMLParser]


def test_the_index_links_every_post(fetch: Fetch) -> None:
    links = [node.attributes["href"] for node in fetch("/en/").css("article.teaser h2 a")]
    assert links == [post.path for post in articles("en")]


@pytest.mark.parametrize("post", articles("en"), ids=lambda post: post.key)
def test_a_post_shows_title_byline_time_and_body(post: Article, fetch: Fetch) -> None:
    tree = fetch(post.path)
    assert [node.text() for node in tree.css("h1")] == [post.title]
    assert tuple(node.text() for node in tree.css(".byline .author")) == post.authors
    assert post.published is not None
    assert [node.attributes["datetime"] for node in tree.css("time")] == [post.published.isoformat()]
    assert tree.css("div.article-body")[0].text().strip().startswith(post.opening)


@pytest.mark.parametrize(
    "article", [a for a in (*articles("en"), *articles("zh")) if a.json_ld], ids=lambda article: article.key
)
def test_linked_data_parses_and_agrees_with_the_page(article: Article, fetch: Fetch) -> None:
    (script,) = fetch(article.path).css('script[type="application/ld+json"]')
    data = json.loads(script.text())
    assert article.published is not None
    assert data["headline"] == article.title
    assert data["datePublished"] == article.published.isoformat()
    assert [person["name"] for person in data["author"]] == list(article.authors)
