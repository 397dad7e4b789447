"""The ready source set of the quick start."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

TIME: dict[str, Any] = {"selectors": ["css:time::attr(datetime)", "css:.info"], "transforms": ["time"]}
AUTHORS = {"selectors": ["css:.author"], "transforms": ["split:、"]}
TITLE = {"selectors": ["css:h1"], "required": True}


def sources(base_url: str) -> list[dict[str, Any]]:
    """One source of each kind that the site can show, all due every minute.

    Both feeds list the same posts, and the whole site holds everything again, so that one document with several sightings can be seen.
    """
    root = base_url.rstrip("/")
    return [
        _source("COLUMN", "云汀新闻网 · 要闻", f"{root}/zh/index.html", 3, _news_template()),
        _source("COLUMN", "云汀新闻网 · 副刊 (GBK)", f"{root}/zh/fukan/index.html", 4, _supplement_template()),
        _source("BLOGGER", "The Yunting Notebook (RSS)", f"{root}/en/feed.xml", 5, None),
        _source("BLOGGER", "The Yunting Notebook (JSON Feed)", f"{root}/en/feed.json", 6, None),
        _source("WEB", "云汀新闻网 · 全站", f"{root}/", 7, None, sitemap_days=0),
        _source("KEYWORD", "站内搜索 · 桥、码头、market", "桥, 码头, market", 6, _search_template(root)),
        _source("JOURNAL", "The Yunting Notebook (OAI-PMH)", f"{root}/oai", 7, None, harvest="oai"),
        _source(
            "WECHAT",
            "云汀新闻网 · 公众号",
            f"{root}/account/list",
            6,
            None,
            page_url="?begin={offset}",
            page_size=5,
            max_pages=4,
        ),
        _source("APP", "The Yunting Notebook (app interface)", f"{root}/api/articles", 6, None, **_api_options(root)),
    ]


def _api_options(root: str) -> dict[str, Any]:
    """A signed interface; the salt of a sample is no secret, a real key belongs into the source's credential."""
    fields = [
        "id = article_id",
        "title = headline",
        "content = body_html",
        "published = ctime",
        "authors = writers",
        "tags = topics",
    ]
    return {
        "items": "data.list",
        "fields": fields,
        "record_url": f"{root}/en/posts/{{id}}.html",
        "page_url": "/api/articles?after={cursor}",
        "cursor": "data.next",
        "params": ["device = catchment", "ts = {timestamp}"],
        "sign": "md5",
        "sign_text": "{params}yunting",
        "max_pages": 5,
    }


def _source(
    kind: str, name: str, entry_url: str, priority: int, template: dict[str, Any] | None, **options: Any
) -> dict[str, Any]:
    return {
        "source_type": kind,
        "name": name,
        "entry_url": entry_url,
        "charset": "AUTO",
        "cron_expr": "* * * * *",
        "priority": priority,
        "timezone": "Asia/Shanghai",
        "options": options,
        "template": template,
    }


def _news_template() -> dict[str, Any]:
    listing = _listing("css:ul.news > li") | {"next_page": "css:a.next::attr(href)", "max_pages": 3}
    return {"kind": "html", "list": listing, "detail": _detail("css:div.article-body", TIME)}


def _supplement_template() -> dict[str, Any]:
    time = {"selectors": ["css:.info"], "transforms": ["time"]}
    return {"kind": "html", "list": _listing("css:ul.list > li"), "detail": _detail("css:div#artibody", time)}


def _search_template(root: str) -> dict[str, Any]:
    listing = _listing("css:ul.results > li") | {"search_url": f"{root}/search?q={{keyword}}&p={{page}}"}
    return {"kind": "html", "list": listing}


def _listing(items: str) -> dict[str, Any]:
    fields = {"url": {"selectors": ["css:a::attr(href)"]}, "title": {"selectors": ["css:a"]}}
    return {"items": items, "fields": fields}


def _detail(body: str, time: dict[str, Any]) -> dict[str, Any]:
    content = {"selectors": [body], "required": True}
    return deepcopy({"fields": {"title": TITLE, "published": time, "authors": AUTHORS, "content": content}})
