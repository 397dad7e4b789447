"""The blog's feeds (RSS 2.0, Atom RFC 4287, JSON Feed 1.1), all with every post, and the sitemap (sitemaps.org 0.9)."""

from __future__ import annotations

import json
from datetime import datetime
from functools import partial
from typing import Any

from deploy.sample.content import Article, articles
from deploy.sample.page import EPOCH, Context, Page, Route
from deploy.sample.view import body_html, render_template

TITLE = "The Yunting Notebook"
SUBTITLE = "Four people, one river town, and what happened there this week"


def feed_routes() -> dict[str, Route]:
    return {
        "/en/feed.xml": partial(_xml, "rss.xml", "application/rss+xml; charset=utf-8"),
        "/en/atom.xml": partial(_xml, "atom.xml", "application/atom+xml; charset=utf-8"),
        "/en/feed.json": _json_feed,
        "/sitemap.xml": _sitemap,
    }


def _xml(template: str, content_type: str, context: Context) -> Page:
    entries = [(article, body_html(article.blocks)) for article in articles("en")]
    text = render_template(
        template, base_url=context.base_url, title=TITLE, subtitle=SUBTITLE, entries=entries, updated=_newest()
    )
    return Page(text.encode("utf-8"), content_type, _newest())


def _sitemap(context: Context) -> Page:
    every = [*articles("zh"), *articles("fukan"), *articles("en")]
    text = render_template("sitemap.xml", base_url=context.base_url, articles=every)
    return Page(text.encode("utf-8"), "application/xml; charset=utf-8", _newest())


def _json_feed(context: Context) -> Page:
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": TITLE,
        "description": SUBTITLE,
        "language": "en",
        "home_page_url": f"{context.base_url}/en/",
        "feed_url": f"{context.base_url}/en/feed.json",
        "items": [_json_item(article, context.base_url) for article in articles("en")],
    }
    text = json.dumps(feed, ensure_ascii=False, indent=1)
    return Page(text.encode("utf-8"), "application/feed+json", _newest())


def _json_item(article: Article, base_url: str) -> dict[str, Any]:
    return {
        "id": f"{base_url}{article.path}",
        "url": f"{base_url}{article.path}",
        "title": article.title,
        "summary": article.opening,
        "content_html": body_html(article.blocks),
        "date_published": _published(article).isoformat(),
        "authors": [{"name": name} for name in article.authors],
        "tags": list(article.tags),
    }


def _published(article: Article) -> datetime:
    return article.published or EPOCH


def _newest() -> datetime:
    return _published(articles("en")[0])
