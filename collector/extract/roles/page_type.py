"""What kind of page this is: what it says of itself (JSON-LD, OpenGraph), its address, its forms, and how its text is spread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from collector.extract.jsonld import types_of
from collector.extract.model import Field
from collector.extract.page import Page
from collector.extract.roles.type_words import ADDRESSES, DECLARED, NAMED, OPENGRAPH, TITLES

TYPES = (
    "article", "list", "home", "search", "product", "forum", "question", "video", "audio", "gallery", "profile", "event", "job",
    "recipe", "place", "documentation", "faq", "download", "login", "error", "captcha", "consent", "empty", "other",
)  # fmt: skip
# Letters of text (an ideograph counts 2.5): a page with less is no article, one with more hardly anything else.
_LITTLE, _ENOUGH, _MUCH = 120.0, 400.0, 1_500.0
# One text that stands out so clearly is an article with comments, not a thread.
_SURE = 0.75
_ARTICLES = frozenset(("NewsArticle", "Article", "BlogPosting", "ReportageNewsArticle", "AnalysisNewsArticle", "LiveBlogPosting", "OpinionNewsArticle"))  # fmt: skip
_WALLS = ("error", "captcha", "consent", "login")
# Kinds of page that carry as much prose as an article does.
_PROSE = frozenset(("forum", "question", "recipe", "product", "job", "event", "documentation", "faq", "place", "profile", "audio", "video"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shape:
    """How a page's text is spread, in Latin letters: the main text, the page's prose, its text, its links; longest links count.

    ``sure`` is the F1 that the main text is expected to have, ``repeated`` how many blocks belong to posts or replies.
    """

    body: float = 0.0
    prose: float = 0.0
    text: float = 0.0
    links: float = 0.0
    long_links: int = 0
    sure: float = 0.0
    repeated: int = 0

    @property
    def density(self) -> float:
        return self.links / self.text if self.text else 0.0


def page_type(page: Page, shape: Shape, title: str) -> Field:
    """One of TYPES, by which path it was told and how sure that is; a page without any text is "empty"."""
    for found in _candidates(page, shape, title.casefold()):
        return found
    return Field("other", "type:none", confidence=0.3)


def _candidates(page: Page, shape: Shape, title: str) -> Iterator[Field]:
    if shape.text < 1:
        yield Field("empty", "type:text", confidence=0.9)
    declared = list(_declared(page))
    article = any(name in _ARTICLES for name in declared)
    if not article:
        yield from _walls(page, shape, title)
    if article and shape.body >= _LITTLE and not _listing(shape):
        yield Field("article", "type:jsonld", confidence=0.95)
    yield from _stated(page, shape, declared)
    yield from _addressed(page, shape)
    yield from _spread(page, shape, title)


def _walls(page: Page, shape: Shape, title: str) -> Iterator[Field]:
    """Pages that stand before or instead of what was asked for."""
    if shape.body > _MUCH:
        return
    first = page.tree.css_first("h1")
    words = f"{title} {first.text()[:200].casefold() if first is not None else ''}"
    for kind in _WALLS:
        if any(word in words for word in TITLES[kind]) and (kind != "login" or _asks_password(page)):
            yield Field(kind, "type:title", confidence=0.85)
    if shape.body < _ENOUGH and shape.long_links < 10 and _asks_password(page):
        yield Field("login", "type:form", confidence=0.8)


def _asks_password(page: Page) -> bool:
    return "password" in page.html and page.tree.css_first("input[type=password]") is not None


def _declared(page: Page) -> Iterator[str]:
    for item in page.jsonld[:60]:
        yield from types_of(item)


def _stated(page: Page, shape: Shape, declared: list[str]) -> Iterator[Field]:
    """By JSON-LD types and og:type, where the text does not speak against it."""
    for name in declared:
        kind = DECLARED.get(name)
        if kind and _plausible(kind, shape):
            yield Field(kind, "type:jsonld", confidence=0.9)
    stated = (page.meta("og:type") or ("", ""))[1].casefold()
    kind = OPENGRAPH.get(stated) or OPENGRAPH.get(stated.partition(".")[0])
    if kind and _plausible(kind, shape):
        yield Field(kind, "type:og", confidence=0.8)


def _plausible(kind: str, shape: Shape) -> bool:
    """Many pages say "article" of everything and carry objects about a video or a person beside their text."""
    if kind == "article":
        return shape.body >= _ENOUGH and not _listing(shape)
    if kind in ("list", "home", "search"):
        return not _reads(shape)
    return (
        kind in _PROSE
        and (kind not in ("video", "profile", "audio", "place") or shape.body < _MUCH)
        or shape.body < _ENOUGH
    )


def _addressed(page: Page, shape: Shape) -> Iterator[Field]:
    """By words of the address and of body classes."""
    try:
        parts = urlsplit(page.url)
    except ValueError:
        return
    path = parts.path.casefold().strip("/")
    words = set(path.replace("-", "/").replace("_", "/").replace(".", "/").split("/"))
    for kind, named in ADDRESSES.items():
        if words & named and _fits(kind, page, shape):
            yield Field(kind, "type:url", confidence=0.75)
    query = {pair.partition("=")[0] for pair in parts.query.casefold().split("&")}
    if query & {"q", "query", "keyword", "search", "wd", "s"} and _listing(shape):
        yield Field("search", "type:url", confidence=0.75)
    body = page.tree.body
    marks = (body.attributes.get("class") or "").casefold().split() if body is not None else []
    for mark in marks:
        named_kind = NAMED.get(mark)
        if named_kind and _fits(named_kind, page, shape):
            yield Field(named_kind, "type:class", confidence=0.75)
    if not path.rpartition("/")[0] and path.partition(".")[0] in ("", "index", "home", "default") and _listing(shape):
        yield Field("home", "type:url", confidence=0.8)


def _fits(kind: str, page: Page, shape: Shape) -> bool:
    if kind in ("list", "search"):
        return not _reads(shape)
    if kind in ("forum", "question"):
        return shape.repeated >= 2
    if kind == "product":
        return page.tree.css_first("[class*=price],[itemprop=price],[class*=cart]") is not None
    if kind in ("video", "audio", "gallery", "profile", "event", "job", "place", "download"):
        return shape.body < _MUCH and not (_reads(shape) and shape.body > _ENOUGH)
    return shape.body >= _LITTLE


def _reads(shape: Shape) -> bool:
    """Whether there is one text to read that makes up much of the page's prose."""
    return shape.body >= _ENOUGH and shape.sure >= 0.6 and shape.body >= 0.35 * shape.prose


def _listing(shape: Shape) -> bool:
    """Whether links and their teasers are the page."""
    return shape.long_links >= 8 and not _reads(shape) and (shape.density > 0.4 or shape.body < 0.5 * shape.prose)


def _spread(page: Page, shape: Shape, title: str) -> Iterator[Field]:
    """By the text alone."""
    for kind in ("search", "forum", "gallery", "video"):
        if any(word in title for word in TITLES[kind]) and _fits(kind, page, shape):
            yield Field(kind, "type:title", confidence=0.6)
    priced = page.tree.css_first("[class*=add-to-cart],[id*=add-to-cart],[class*=addtocart],[itemprop=price]")
    if priced is not None and not _listing(shape) and shape.body < _MUCH:
        yield Field("product", "type:class", confidence=0.7)
    if shape.repeated >= 6 and shape.repeated * 25 > shape.body / 25 and not (shape.sure >= _SURE and _reads(shape)):
        yield Field("forum", "type:class", confidence=0.6)
    if _listing(shape):
        yield Field("list", "type:text", confidence=0.7)
    if shape.body < _ENOUGH and page.tree.css_first("video,[class*=video-player],[id*=videoplayer]") is not None:
        yield Field("video", "type:element", confidence=0.6)
    if shape.body >= _LITTLE and shape.sure >= 0.4:
        yield Field("article", "type:text", confidence=round(min(0.9, shape.sure), 3))
    if shape.long_links >= 8:
        yield Field("list", "type:text", confidence=0.5)
