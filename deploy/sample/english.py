"""The English half: a blog with its posts."""

from __future__ import annotations

from functools import partial

from deploy.sample.chinese import related
from deploy.sample.content import Article, articles
from deploy.sample.feeds import feed_routes
from deploy.sample.page import EPOCH, Context, Page, Route, html_page
from deploy.sample.view import render_template


def english_routes() -> dict[str, Route]:
    posts: dict[str, Route] = {article.path: partial(_post, article) for article in articles("en")}
    return posts | feed_routes() | {"/en/": _index, "/en/index.html": _index}


def _index(context: Context) -> Page:
    shelf = articles("en")
    return html_page(
        render_template("en_index.html", articles=shelf, base_url=context.base_url), shelf[0].published or EPOCH
    )


def _post(article: Article, context: Context) -> Page:
    text = render_template("en_article.html", article=article, related=related(article), base_url=context.base_url)
    return html_page(text, article.published or EPOCH)
