"""Answers that depend on the query: what the site has besides pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC
from functools import cache
from itertools import islice

from deploy.sample.content import Article, articles
from deploy.sample.page import EPOCH, Context, Page, html_page
from deploy.sample.view import body_html, render_template
from kit.ids import md5_hex

Query = Mapping[str, str]
Asked = Callable[[Query, Context], Page]
SEARCH_SIZE = 5
OAI_SIZE = 7
ACCOUNT_SIZE = 5
API_SIZE = 6
API_SALT = "yunting"


def asked_routes() -> Mapping[str, Asked]:
    """Paths whose answer depends on the query."""
    return {"/search": _search, "/oai": _oai, "/account/list": _account, "/api/articles": _api}


def number(query: Query, name: str, default: int) -> int:
    """A number of the query within 0 and 10,000; the default for anything else."""
    text = query.get(name, "")
    return min(int(text), 10_000) if text.isascii() and text.isdigit() and len(text) < 9 else default


@cache
def every_article() -> tuple[Article, ...]:
    return (*articles("zh"), *articles("fukan"), *articles("en"))


def _search(query: Query, context: Context) -> Page:
    words, page = query.get("q", "")[:80], max(1, number(query, "p", 1))
    hits = [article for article in every_article() if words and words.casefold() in _text(article)]
    shown = list(islice(hits, (page - 1) * SEARCH_SIZE, page * SEARCH_SIZE))
    more = f"/search?q={words}&p={page + 1}" if len(hits) > page * SEARCH_SIZE else ""
    return html_page(render_template("search.html", words=words, total=len(hits), articles=shown, more=more), EPOCH)


def _oai(query: Query, context: Context) -> Page:
    """A repository of the notebook's posts: ListRecords with `from` and a resumption token that is the place to go on."""
    since, _, place = (query.get("resumptionToken") or f"{query.get('from', '')}@0").partition("@")
    start = number({"place": place}, "place", 0)
    held = [article for article in reversed(articles("en")) if _day(article) >= since[:10]]
    shown, rest = held[start : start + OAI_SIZE], len(held) > start + OAI_SIZE
    values = {
        "now": context.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "error": "" if query.get("verb") == "ListRecords" else "badVerb",
        "records": [(article, _day(article), "\n\n".join(_paragraphs(article))) for article in shown],
        "token": f"{since[:10]}@{start + OAI_SIZE}" if rest else "",
        "base_url": context.base_url,
    }
    return Page(render_template("oai.xml", **values).encode(), "text/xml; charset=utf-8", EPOCH)


def _account(query: Query, context: Context) -> Page:
    """What an account's list endpoint answers: articles of the supplement, an old style of JSON, five a page."""
    start = number(query, "begin", 0)
    shown = articles("zh")[start : start + ACCOUNT_SIZE]
    rows = [
        {
            "aid": article.key,
            "title": article.title,
            "digest": article.opening[:60],
            "link": f"{context.base_url}{article.path}",
            "create_time": int((article.published or EPOCH).timestamp()),
            "author_name": "、".join(article.authors),
        }
        for article in shown
    ]
    answer = {"base_resp": {"ret": 0, "err_msg": "ok"}, "nickname": "云汀新闻网", "app_msg_list": rows}
    return _json(answer)


def _api(query: Query, context: Context) -> Page:
    """An app's interface: records with their text, handed on by a cursor; the query is signed, MD5 over its sorted parameters."""
    signed = "&".join(f"{name}={query[name]}" for name in sorted(query) if name != "sign")
    if query.get("sign") != md5_hex(f"{signed}{API_SALT}"):
        return _json({"code": 40103, "message": "bad signature"})
    start = number(query, "after", 0)
    shown = articles("en")[start : start + API_SIZE]
    rows = [
        {
            "article_id": article.key,
            "headline": article.title,
            "body_html": body_html(article.blocks),
            "ctime": int((article.published or EPOCH).timestamp() * 1000),
            "writers": [{"name": name} for name in article.authors],
            "topics": list(article.tags),
        }
        for article in shown
    ]
    following = str(start + API_SIZE) if len(articles("en")) > start + API_SIZE else ""
    return _json({"code": 0, "data": {"list": rows, "next": following}})


def _json(answer: object) -> Page:
    return Page(json.dumps(answer, ensure_ascii=False).encode(), "application/json; charset=utf-8", EPOCH)


def _day(article: Article) -> str:
    return (article.published or EPOCH).astimezone(UTC).date().isoformat()


def _paragraphs(article: Article) -> list[str]:
    return [line for block in article.blocks for line in block.lines]


def _text(article: Article) -> str:
    return " ".join([article.title, *_paragraphs(article)]).casefold()
