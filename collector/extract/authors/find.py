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
from collector.extract.text import collapse
from collector.extract.title.clean import folded
from collector.extract.title.sources import site_names

_METAS = (
    "citation_author", "article:author", "author", "byl", "parsely-author", "sailthru.author", "dc.creator", "dcterms.creator",
    "dc.creator.personalname", "article:author_name", "authors", "cxenseparse:author", "twitter:data1",
)  # fmt: skip
_BYLINES = (
    '#js_author_name',
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
_EXACT = frozenset(("author", "vcard", "fn", "byline", "author-name", "entry-author", "post-author", "by-author"))
_BY_LINE = re.compile(
    r"^(?:(?:written|posted|words|story|text|report|published)\s+)?(?:by|von|par|por|di|door|av|author|autor|автор)(?:\s?:\s?|\s)(.{3,100})$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"^(?!.*(?:@|https?:|www\.|admin|unknown|anonymous|redaktion$)).*[^\W\d_]{2}", re.IGNORECASE)


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
    yield "generic:by", _from_lines(lines, sites)
    yield "jsonld:author", _organisations(page, sites)


def _from_jsonld(page: Page, sites: list[str]) -> list[str]:
    article = page.article or {}
    found: list[str] = []
    for person in _people(article.get("author")) or _people(article.get("creator")):
        if isinstance(person, dict) and "Organization" in types_of(person):
            continue
        for text in strings(_resolved(page, person)):
            found += [name for name in names_in(text, organisations=sites, single_word=True) if name not in found]
    return found


def _from_lines(lines: list[str], sites: list[str]) -> list[str]:
    """A line of its own that begins with "By" or its like."""
    for line in lines:
        found = _BY_LINE.match(line) if len(line) <= 120 else None
        if found and (names := names_in(found.group(1), organisations=sites)):
            return names
    return []


def _organisations(page: Page, sites: list[str]) -> list[str]:
    """Where the page names nobody else: an agency or team that its JSON-LD gives as author, unless that is the site."""
    known = {folded(name) for name in sites}
    article = page.article or {}
    names = [collapse(name) for person in _people(article.get("author")) for name in strings(_resolved(page, person))]
    return [
        name
        for name in dict.fromkeys(names)
        if 2 < len(name) <= 60 and folded(name) not in known and _NAMED.match(name)
    ]


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
        names: dict[str, None] = {}
        for part in node.css(selector)[:8]:
            inner = part.text(separator=" ").strip()
            exact = part.mem_id != node.mem_id and _marks_author(part if selector != "a" else node)
            if 0 < len(inner) < 80:
                names.update(dict.fromkeys(names_in(inner, organisations=sites, single_word=exact)))
        if names:
            return list(names)
    for line in text.split("\n")[:5] if "\n" in text else ():
        if names_found := names_in(line, organisations=sites):
            return names_found
    line = text.replace("\n", " ") if len(text) < 120 else text.partition("\n")[0]
    return names_in(line, organisations=sites, single_word=_marks_author(node) and len(line.split()) <= 2)


def _marks_author(node: LexborNode) -> bool:
    """Whether an element says that it holds exactly an author's name, so that a user name of one word counts."""
    attributes = node.attributes
    classes = (attributes.get("class") or "").lower().split()
    return (
        attributes.get("rel") == "author"
        or "author" in (attributes.get("itemprop") or "")
        or bool(_EXACT & set(classes))
    )


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
