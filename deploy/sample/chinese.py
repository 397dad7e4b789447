"""The Chinese half: a list in three pages, its articles, and the supplement that is sent as GBK."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from deploy.sample.content import Article, Column, articles
from deploy.sample.page import EPOCH, Context, Page, Route, html_page, midnight
from deploy.sample.view import chinese_today, render_template

PAGE_SIZE = 6
GBK_TYPE = "text/html; charset=gb2312"
"""The label lies as on many real sites: the bytes are GBK and hold characters that GB 2312 lacks."""


def chinese_routes() -> dict[str, Route]:
    routes: dict[str, Route] = {list_path(number): partial(_list, number) for number in range(1, page_count() + 1)}
    routes |= {article.path: partial(_article, article) for article in articles("zh")}
    routes["/zh/"] = routes[list_path(1)]
    routes["/zh/fukan/"] = routes["/zh/fukan/index.html"] = _fukan_list
    return routes | {article.path: partial(_fukan_article, article) for article in articles("fukan")}


def list_path(number: int) -> str:
    return "/zh/index.html" if number == 1 else f"/zh/index_{number}.html"


def page_count() -> int:
    return -(-len(articles("zh")) // PAGE_SIZE)


def _list(number: int, context: Context) -> Page:
    first = (number - 1) * PAGE_SIZE
    shown = articles("zh")[first : first + PAGE_SIZE]
    pages = [(n, list_path(n)) for n in range(1, page_count() + 1)]
    return _zh_page(
        "zh_list.html", context, midnight(context.now), articles=shown, number=number, pages=pages, hot=_hot()
    )


def _article(article: Article, context: Context) -> Page:
    template = "zh_redesign.html" if article.redesigned else "zh_article.html"
    modified = max(article.published or EPOCH, midnight(context.now))
    return _zh_page(template, context, modified, article=article, related=related(article), hot=_hot())


def _zh_page(template: str, context: Context, modified: datetime, **values: Any) -> Page:
    today = chinese_today(context.now)
    return html_page(render_template(template, base_url=context.base_url, today=today, **values), modified)


def _fukan_list(context: Context) -> Page:
    newest = articles("fukan")[0].published or EPOCH
    return _gbk_page(render_template("fukan_list.html", articles=articles("fukan")), newest)


def _fukan_article(article: Article, context: Context) -> Page:
    text = render_template("fukan_article.html", article=article, related=related(article))
    return _gbk_page(text, article.published or EPOCH)


def _gbk_page(text: str, modified: datetime) -> Page:
    return Page(text.encode("gbk", "xmlcharrefreplace"), GBK_TYPE, modified)


def _hot() -> tuple[Article, ...]:
    return articles("zh")[1::4][:5]


def related(article: Article, count: int = 3) -> tuple[Article, ...]:
    """The `count` articles that follow in the same column, round the end."""
    column: Column = article.column
    shelf = articles(column)
    start = shelf.index(article) + 1
    return tuple(shelf[(start + step) % len(shelf)] for step in range(count))
