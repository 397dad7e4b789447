"""Answers that depend on the query: what the site has besides pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import islice

from deploy.sample.content import Article, articles
from deploy.sample.page import EPOCH, Context, Page, html_page
from deploy.sample.view import render_template

Query = Mapping[str, str]
Asked = Callable[[Query, Context], Page]
SEARCH_SIZE = 5


def asked_routes() -> Mapping[str, Asked]:
    """Paths whose answer depends on the query."""
    return {"/search": _search}


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


def _text(article: Article) -> str:
    return " ".join([article.title, *(line for block in article.blocks for line in block.lines)]).casefold()
