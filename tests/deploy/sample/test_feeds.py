from __future__ import annotations

import json
from calendar import timegm
from datetime import datetime

import feedparser
import pytest
from lxml import etree

from deploy.sample.content import articles
from deploy.sample.site import render

BASE = "http://sample.test:9000"


def _body(path: str, now: datetime) -> bytes:
    status, _, body = render(path, now, BASE)
    assert status == 200
    return body


@pytest.mark.parametrize(("path", "version"), [("/en/feed.xml", "rss20"), ("/en/atom.xml", "atom10")])
def test_an_xml_feed_is_well_formed_and_carries_every_post(path: str, version: str, now: datetime) -> None:
    feed = feedparser.parse(_body(path, now))
    assert not feed.bozo
    assert feed.version == version
    assert [entry.title for entry in feed.entries] == [post.title for post in articles("en")]
    assert [entry.link for entry in feed.entries] == [f"{BASE}{post.path}" for post in articles("en")]


@pytest.mark.parametrize("path", ["/en/feed.xml", "/en/atom.xml"])
def test_an_xml_feed_gives_times_authors_and_the_whole_body(path: str, now: datetime) -> None:
    for entry, post in zip(feedparser.parse(_body(path, now)).entries, articles("en"), strict=True):
        assert post.published is not None
        assert timegm(entry.published_parsed) == post.published.timestamp()
        assert tuple(author.name for author in entry.authors) == post.authors
        assert post.blocks[-1].lines[-1] in entry.content[0].value.replace("&#34;", '"').replace("&#39;", "'")


def test_the_json_feed_carries_every_post(now: datetime) -> None:
    feed = json.loads(_body("/en/feed.json", now))
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["url"] for item in feed["items"]] == [f"{BASE}{post.path}" for post in articles("en")]
    assert all(item["content_html"].startswith("<p>") for item in feed["items"])
    assert all(datetime.fromisoformat(item["date_published"]).tzinfo for item in feed["items"])


def test_the_sitemap_names_every_article_and_no_time_that_its_page_hides(now: datetime) -> None:
    root = etree.fromstring(_body("/sitemap.xml", now))
    space = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    assert len(root.findall("s:url", space)) == 40
    hidden = [
        url for url in root.findall("s:url", space) if "/zh/news/1009.html" in (url.findtext("s:loc", "", space) or "")
    ]
    assert [url.find("s:lastmod", space) for url in hidden] == [None]
