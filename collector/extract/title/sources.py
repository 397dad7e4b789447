"""Where a title may stand: the title element, headings, metas and JSON-LD, and the raw markup when there is no tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from collector.extract.clues import CHROME, LOGO, RELATED, Clue
from collector.extract.jsonld import strings
from collector.extract.page import Page, ancestors
from collector.extract.title.clean import INLINE_MARKUP, folded, plain

_NO_HEADING = frozenset(("a", "li", "ul", "input", "time", "img", "label", "button"))
_TAGS = re.compile(r"<[^<>]{0,500}>")
_OPEN = re.compile(r"<title\b[^<>]{0,500}>", re.IGNORECASE)
_STRICT = re.compile(r"<title\b[^<>]{0,500}>([^<]{0,5000})</title\s{0,10}>", re.IGNORECASE)
_META_TITLES = ("og:title", "twitter:title", "articletitle", "citation_title", "dc.title", "headline", "sailthru.title")
_MAX_HEADINGS = 20
_MAX_SOURCE = 4_000


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading-like element: its text, how it was found, and whether it is the site's logo rather than a headline."""

    text: str
    path: str
    logo: bool


def title_element(page: Page) -> tuple[str | None, int]:
    """Text of the first title element with words (svg titles do not count), and how many title elements there are."""
    nodes = [clue.node for clue in page.clues.titles if not _in_svg(clue.node)]
    texts = [plain(INLINE_MARKUP.sub(" ", node.text()[:_MAX_SOURCE]).strip()) for node in nodes[:_MAX_HEADINGS]]
    return next((text for text in texts if text), "" if nodes else None), len(nodes)


def raw_title(html: str) -> tuple[str | None, str]:
    """(title, "success" | "malformed" | "not_found") from markup by expression alone, for pages without a usable tree."""
    head = html[:500_000]
    if found := _STRICT.search(head):
        return plain(found.group(1)), "success"
    if found := _OPEN.search(head):
        rest = head[found.end() : found.end() + 2000]
        end = re.search(r"</?(?:head|body|meta|link|script|title)\b", rest, re.IGNORECASE)
        text = plain(_TAGS.sub(" ", rest[: end.start()] if end else rest.partition("\n")[0]))
        return (text, "malformed") if text else (None, "empty")
    return None, "not_found"


def headings(page: Page) -> list[Heading]:
    """h1, then h2, then elements with a title class, each group in document order."""
    groups: dict[str, list[Heading]] = {"h1": [], "h2": [], "class": []}
    for clue in page.clues.headings:
        kind = clue.tag if clue.tag in ("h1", "h2") else "class"
        if len(groups[kind]) < _MAX_HEADINGS and clue.tag not in _NO_HEADING:
            text = plain(clue.text())
            if 1 < len(text) <= 300:
                groups[kind].append(Heading(text, kind, _is_logo(page, clue)))
    return [heading for group in groups.values() for heading in group]


def meta_titles(page: Page) -> Iterator[tuple[str, str]]:
    """(path, text) of the title metas."""
    for name in _META_TITLES:
        if found := page.meta(name):
            yield f"meta:{name}", plain(found[1])


def jsonld_headline(page: Page) -> str | None:
    """The headline of the page's JSON-LD article."""
    article = page.article or {}
    texts = strings(article.get("headline")) or strings(article.get("name"))
    return plain(texts[0]) if texts and plain(texts[0]) else None


def site_names(page: Page, given: str | None) -> list[str]:
    """Names of the site the page itself or its source gives."""
    names = [given] if given else []
    if found := page.meta(
        "og:site_name", "application-name", "sitename", "apple-mobile-web-app-title", "al:ios:app_name"
    ):
        names.append(found[1])
    article = page.article or {}
    names += strings(article.get("publisher"))
    names += [name for item in page.jsonld[:20] if item.get("@type") == "WebSite" for name in strings(item.get("name"))]
    return [name for name in names if 1 < len(folded(name)) <= 60]


def _is_logo(page: Page, clue: Clue) -> bool:
    if page.clues.around(clue.node) & (LOGO | CHROME | RELATED):
        return True
    link = clue.node.css_first("a[href]") if clue.tag in ("h1", "h2") else None
    return link is not None and (link.attributes.get("href") or "").rstrip("/") in ("", ".", "/index.html")


def _in_svg(node: LexborNode) -> bool:
    return any(parent.tag == "svg" for parent in ancestors(node))
