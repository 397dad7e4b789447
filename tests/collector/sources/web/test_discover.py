"""WEB on a saved front page, sitemaps and a feed."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from collector.sources.model import Discovered
from kit.errors import ConfigError
from tests.collector.sources.kit import discover, sample, source_of

URL = "https://quay.example/"
ROBOTS = {"role": "robots"}
SITEMAP = {"role": "sitemap", "level": "1"}


def front(**options: Any) -> Discovered:
    return discover(source_of("WEB", URL, **options), sample("WEB", "front.html"))


def links(found: Discovered) -> list[str]:
    return [link.url.removeprefix(URL) for link in found.links]


def lists(found: Discovered) -> list[str]:
    return [entry.url.removeprefix(URL) for entry in found.more]


def test_articles_are_told_from_lists_files_and_other_sites() -> None:
    found = front()
    assert links(found) == [
        "harbour/2026/02/03/east-lock-closes-for-a-week.html",
        "culture/the-last-lamp-lighter-of-the-quay",
        "zh/news/20260203/1001.html",
    ]
    assert found.links[0].meta == {"title": "East lock closes for a week"}
    assert lists(found) == ["robots.txt", "feed.xml", "harbour/", "culture/"]


def test_depth_bounds_how_far_lists_lead() -> None:
    assert lists(front(max_depth=0)) == ["robots.txt", "feed.xml"]
    deeper = discover(source_of("WEB", URL), sample("WEB", "front.html"), state={"depth": "1"})
    assert lists(deeper) == ["feed.xml"]
    assert {entry.state["depth"] for entry in front().more if "depth" in entry.state} == {"1"}


def test_subdomains_belong_to_the_site_only_when_asked_for() -> None:
    assert not any("dredger" in url for url in links(front()))
    assert any("dredger" in url for url in links(front(subdomains=True)))


def test_feeds_sitemaps_and_links_can_each_be_left_out() -> None:
    assert lists(front(feeds=False, sitemaps=False)) == ["harbour/", "culture/"]
    assert lists(front(links=False)) == ["robots.txt", "feed.xml"]
    assert links(front(links=False)) == []


def test_rules_decide_before_looks() -> None:
    found = front(include=["/harbour/"], lists=["/zh/"], exclude=["/culture/"])
    assert links(found) == ["harbour/2026/02/03/east-lock-closes-for-a-week.html"]
    assert lists(found) == ["robots.txt", "feed.xml", "harbour/", "zh/news/20260203/1001.html"]
    assert "harbour/" in links(front(articles=["/harbour/$"]))


def test_robots_names_the_sitemaps_and_their_usual_place_is_tried_where_it_does_not() -> None:
    source = source_of("WEB", URL)
    named = discover(source, "User-agent: *\nSITEMAP : https://quay.example/a.xml.gz\nsitemap:/b.xml\n", state=ROBOTS)
    assert lists(named) == ["a.xml.gz", "b.xml"]
    assert all(entry.optional and entry.state["role"] == "sitemap" for entry in named.more)
    assert lists(discover(source, "User-agent: *\nDisallow:\n", state=ROBOTS, url=f"{URL}robots.txt")) == [
        "sitemap.xml"
    ]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_sitemap_gives_its_new_pages_newest_first_with_the_words_of_news(pack: Any) -> None:
    found = discover(source_of("WEB", URL), pack(sample("WEB", "sitemap.xml")), state=SITEMAP)
    assert links(found) == ["news/4.html", "new/3.html", "undated/2.html"]
    assert found.links[0].meta == {"title": "Fog keeps the ferries in", "published": "2026-02-03T22:10:00+00:00"}
    assert "old/1.html" in links(discover(source_of("WEB", URL, sitemap_days=0), sample("WEB", "sitemap.xml")))


def test_an_index_leads_to_its_new_children_and_not_for_ever() -> None:
    index = (
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        "<sitemap><loc>/s-2012.xml</loc><lastmod>2012-01-01</lastmod></sitemap>"
        "<sitemap><loc>/s-2026-01.xml.gz</loc><lastmod>2026-01-31</lastmod></sitemap>"
        "<sitemap><loc>/s-2026-02.xml.gz</loc><lastmod>2026-02-03</lastmod></sitemap></sitemapindex>"
    )
    source = source_of("WEB", URL)
    assert lists(discover(source, index, state=SITEMAP)) == ["s-2026-02.xml.gz", "s-2026-01.xml.gz"]
    assert lists(discover(source, index, state={"role": "sitemap", "level": "3"})) == []


def test_a_gzip_bomb_is_cut_and_a_broken_one_named() -> None:
    source = source_of("WEB", URL)
    bomb = gzip.compress(b"<urlset>" + b"<url><loc>https://quay.example/x</loc></url>" * 600_000)
    assert any("larger than" in error for error in discover(source, bomb, state=SITEMAP).errors)
    assert any("gzip" in error for error in discover(source, b"\x1f\x8bnonsense", state=SITEMAP).errors)


def test_a_feed_of_the_site_gives_links_with_what_it_says() -> None:
    feed = (
        "<rss version='2.0'><channel><item><title>Fog again</title><link>/fog</link>"
        "<pubDate>Tue, 03 Feb 2026 08:00:00 GMT</pubDate></item><item><title>No address</title></item></channel></rss>"
    )
    (link,) = discover(source_of("WEB", URL), feed).links
    assert (link.url, link.meta["title"], link.meta["published"]) == (f"{URL}fog", "Fog again", "2026-02-03T08:00:00Z")


def test_options_that_do_not_fit_name_the_option() -> None:
    with pytest.raises(ConfigError, match="max_depth"):
        front(max_depth=9)
    with pytest.raises(ConfigError, match="articles"):
        front(articles=["["])
