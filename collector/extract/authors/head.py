"""Authors stated in the head of a page: JSON-LD and metas."""

from __future__ import annotations

import re
from typing import Any

from collector.extract.authors.lists import CJK, REFUSED, Lists
from collector.extract.authors.names import names_in
from collector.extract.jsonld import strings, types_of
from collector.extract.page import Page
from collector.extract.text import collapse

_METAS = (
    "citation_author", "article:author", "author", "byl", "parsely-author", "sailthru.author", "dc.creator", "dcterms.creator",
    "dc.creator.personalname", "article:author_name", "authors", "cxenseparse:author", "twitter:data1", "creator", "dc.contributor",
)  # fmt: skip


def from_jsonld(page: Page, lists: Lists) -> None:
    article = page.article or {}
    people = _people(article.get("author")) or _people(article.get("creator"))
    every: list[str] = []
    for person in people[:20]:
        person = _resolved(page, person)
        kind = (
            "org"
            if isinstance(person, dict) and "Organization" in types_of(person)
            else "person"
            if isinstance(person, dict)
            else "text"
        )
        for text in strings(person)[:3]:
            text = collapse(text)
            names = names_in(text, organisations=lists.sites, single_word=True) if kind != "org" else []
            every += names
            if not names:
                lists.whole(text, "jsonld:author", f"ld:{kind}:whole")
                every += [text] if kind != "org" and 1 < len(text) <= 60 and not REFUSED.search(text) else []
    lists.add(every, "jsonld:author", "ld", f"ld:{kind_of(page)}")


def kind_of(page: Page) -> str:
    names = types_of(page.article) if page.article else []
    return next(
        (
            name
            for name in ("NewsArticle", "BlogPosting", "Article", "WebPage", "Recipe")
            if any(one.endswith(name) for one in names)
        ),
        "other",
    )


def _people(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _resolved(page: Page, person: Any) -> Any:
    """An author given only by @id is looked up among the page's other objects."""
    if isinstance(person, dict) and not person.get("name") and person.get("@id"):
        return next((item for item in page.jsonld if item.get("@id") == person["@id"] and item.get("name")), person)
    return person


def from_metas(page: Page, lists: Lists) -> None:
    for key in _METAS:
        if key not in page.metas or (key == "twitter:data1" and not _labelled_by(page)):
            continue
        every: list[str] = []
        for content in page.metas[key][:20]:
            content = collapse(content)
            if content.startswith(("http", "/", "@")):
                continue
            names = names_in(
                _turned(content) if key.startswith(("citation", "dc")) else content, organisations=lists.sites
            )
            every += names
            if not names and not CJK.search(content):
                lists.whole(content, f"meta:{key}", "meta:whole", f"meta:{key}:whole")
        lists.add(every, f"meta:{key}", "meta", f"meta:{key}")


def _labelled_by(page: Page) -> bool:
    label = (page.meta("twitter:label1") or ("", ""))[1].lower()
    return bool(re.search(r"\bby\b|written|verfasst|geschrieben|écrit|escrito", label))


def _turned(name: str) -> str:
    """ "Kerr, Tom" as citation metas write it."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and "," not in first else name
