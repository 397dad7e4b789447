"""find_authors: JSON-LD persons, metas, byline elements of the article, and Chinese bylines in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborNode

from collector.extract.authors.chinese import names_in_text
from collector.extract.authors.names import names_in
from collector.extract.jsonld import strings, types_of
from collector.extract.model import Field, missing
from collector.extract.page import Page, ancestors
from collector.extract.title.sources import site_names

_METAS = (
    "citation_author", "article:author", "author", "byl", "parsely-author", "sailthru.author", "dc.creator", "dcterms.creator",
    "dc.creator.personalname", "article:author_name", "authors", "cxenseparse:author", "twitter:data1",
)  # fmt: skip
_BYLINES = (
    '[itemprop="author"]', '[rel="author"]', '[class*="byline"]', '[class*="author"]', '[class*="Author"]', '[class*="Byline"]',
    '[id*="author"]', '[class*="autor"]', '[class*="writer"]',
)  # fmt: skip
_FOREIGN = re.compile(
    r"related|recommend|river|comment|sidebar|widget|latest|trending|more-|teaser|card|promo|footer|popular|next-|bio|reply|archive",
    re.I,
)
_OUTSIDE = frozenset(("aside", "nav", "footer", "form"))
_INNER = ("[itemprop=name]", "a[rel=author]", "[class*=name]", "a")
_MAX_NODES = 30


def find_authors(page: Page, *, lines: list[str] | None = None, site_name: str | None = None) -> Field:
    """Author names in order, an empty list where the page names nobody.

    ``lines`` are the visible lines around headline and end of the article, where Chinese bylines stand. Organisations (site,
    publisher) and responsible editors are never authors.
    """
    names = site_names(page, site_name)
    for path, found in _candidates(page, names, lines or []):
        if found:
            return Field(found, path, confidence=0.9)
    return missing(value=[])


def _candidates(page: Page, sites: list[str], lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    yield "jsonld:author", _from_jsonld(page, sites)
    yield from _from_metas(page, sites)
    yield from _from_bylines(page, sites)
    yield "generic:byline", names_in_text(lines)


def _from_jsonld(page: Page, sites: list[str]) -> list[str]:
    article = page.article or {}
    found: list[str] = []
    for person in _people(article.get("author")) or _people(article.get("creator")):
        if isinstance(person, dict) and "Organization" in types_of(person):
            continue
        for text in strings(_resolved(page, person)):
            found += [name for name in names_in(text, organisations=sites, single_word=True) if name not in found]
    return found


def _people(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _resolved(page: Page, person: Any) -> Any:
    """An author given only by @id is looked up among the page's other objects."""
    if isinstance(person, dict) and not person.get("name") and person.get("@id"):
        return next((item for item in page.jsonld if item.get("@id") == person["@id"] and item.get("name")), person)
    return person


def _from_metas(page: Page, sites: list[str]) -> Iterator[tuple[str, list[str]]]:
    for key in _METAS:
        if key == "twitter:data1" and "by" not in (page.meta("twitter:label1") or ("", ""))[1].lower().split():
            continue
        found: list[str] = []
        for content in page.metas.get(key, ())[:20]:
            if not content.startswith(("http", "/", "@")):
                turned = _turned(content) if key.startswith(("citation", "dc")) else content
                found += [name for name in names_in(turned, organisations=sites) if name not in found]
        yield f"meta:{key}", found


def _turned(name: str) -> str:
    """ "Kerr, Tom" as citation metas write it."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and "," not in first else name


def _from_bylines(page: Page, sites: list[str]) -> Iterator[tuple[str, list[str]]]:
    for selector in _BYLINES:
        found: list[str] = []
        for node in page.tree.css(selector)[:_MAX_NODES]:
            if node.tag in ("meta", "link", "body", "html", "article", "main") or _foreign(node):
                continue
            names = _byline_names(node, sites)
            found += [name for name in names if name not in found]
            if names and selector != '[rel="author"]' and selector != '[itemprop="author"]':
                break
        yield f"css:{selector}", found


def _byline_names(node: LexborNode, sites: list[str]) -> list[str]:
    text = node.text(separator="\n").strip()
    if not text or len(text) > 400:
        return []
    for selector in _INNER:
        inner = [part.text(separator=" ").strip() for part in node.css(selector)[:8]]
        names = list(
            dict.fromkeys(name for part in inner if len(part) < 80 for name in names_in(part, organisations=sites))
        )
        if names:
            return names
    return names_in(text.replace("\n", " ") if len(text) < 120 else text.partition("\n")[0], organisations=sites)


def _foreign(node: LexborNode) -> bool:
    """Whether the byline stands in an aside, a teaser list or a comment rather than in the article."""
    for parent in [node, *list(ancestors(node))[:12]]:
        if parent.tag in _OUTSIDE:
            return True
        attributes = parent.attributes
        if parent.tag not in ("body", "html") and _FOREIGN.search(
            f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
        ):
            return True
    return False
