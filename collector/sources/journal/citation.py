"""What article pages of journals say about themselves: Highwire Press and Dublin Core meta elements. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from collector import extract
from collector.sources.links import strings
from collector.sources.model import Item
from kit import urls
from kit.contracts.config import SourceConfig

MAX_METAS: Final = 2000
_DATE: Final = re.compile(r"^\s{0,9}((?:1[6-9]|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})")
_DOI: Final = re.compile(r"10\.\d{4,9}/\S{1,200}")
_TITLE: Final = ("citation_title", "dc.title", "dcterms.title")
_AUTHORS: Final = ("citation_author", "dc.creator", "dcterms.creator", "citation_authors")
_DATES: Final = (
    "citation_online_date",
    "citation_publication_date",
    "citation_date",
    "prism.publicationdate",
    "dc.date",
    "dcterms.issued",
    "dc.date.issued",
)
_ABSTRACT: Final = ("citation_abstract", "dc.description", "dcterms.abstract", "dc.description.abstract")
_TAGS: Final = ("citation_keywords", "dc.subject")
_EXTRA: Final = {
    "journal": ("citation_journal_title", "prism.publicationname", "citation_conference_title", "dc.source"),
    "issn": ("citation_issn", "prism.issn"),
    "volume": ("citation_volume", "prism.volume"),
    "issue": ("citation_issue", "prism.number"),
    "publisher": ("citation_publisher", "dc.publisher"),
    "pdf_url": ("citation_pdf_url",),
}
Metas = Mapping[str, tuple[str, ...]]


def complete(item: Item, html: str, source: SourceConfig) -> Item:
    """The item with what the page's citation data says; that is made by the publisher for machines, so it counts first."""
    del source
    metas = metas_of(html)
    title, authors, published = _first(metas, _TITLE), _authors(metas), _published(metas)
    abstract = extract.html_to_text(_first(metas, _ABSTRACT)[1])
    paths = {
        name: f"meta:{key}"
        for name, (key, value) in {"title": title, "authors": authors, "published": published}.items()
        if value
    }
    if len(abstract) > len(item.content):
        paths["content"] = f"meta:{_first(metas, _ABSTRACT)[0]}"
    return replace(
        item,
        title=title[1] or item.title,
        authors=authors[1] or item.authors,
        published=published[1] or item.published,
        content=abstract if len(abstract) > len(item.content) else item.content,
        tags=_tags(metas) or item.tags,
        paths={**item.paths, **paths},
        extra={**item.extra, **_extra(metas, item.url, abstract)},
    )


def metas_of(html: str) -> Metas:
    """Contents of named meta elements by lower-case name, in order; hyphens and colons of Dublin Core count as dots."""
    found: dict[str, list[str]] = {}
    if "citation_" not in html and not re.search(r"name=.?(?:dc|dcterms|prism)[.:_-]", html, re.IGNORECASE):
        return {}
    for node in LexborHTMLParser(html).css("meta[name][content]")[:MAX_METAS]:
        name = (node.attributes.get("name") or "").strip().lower()
        if not name.startswith("citation_"):
            name = name.replace(":", ".").replace("-", ".")
        text = " ".join((node.attributes.get("content") or "").split())
        if text:
            found.setdefault(name, []).append(text)
    return {name: tuple(texts) for name, texts in found.items()}


def _first(metas: Metas, names: tuple[str, ...]) -> tuple[str, str]:
    return next(((name, metas[name][0]) for name in names if name in metas), ("", ""))


def _authors(metas: Metas) -> tuple[str, tuple[str, ...]]:
    for name in _AUTHORS:
        if name in metas:
            listed = metas[name] if name != "citation_authors" else tuple(metas[name][0].split(";"))
            return name, tuple(dict.fromkeys(one.strip() for one in listed if one.strip()))[:200]
    return "", ()


def _published(metas: Metas) -> tuple[str, str]:
    """The first whole day; a year or a month alone is no publication time."""
    for name in _DATES:
        for text in metas.get(name, ()):
            if (match := _DATE.match(text)) is not None and 1 <= int(match[2]) <= 12 and 1 <= int(match[3]) <= 31:
                return name, f"{match[1]}-{int(match[2]):02}-{int(match[3]):02}"
    return "", ""


def _tags(metas: Metas) -> tuple[str, ...]:
    words = (word.strip() for name in _TAGS for text in metas.get(name, ()) for word in re.split(r"[;,；，]", text))
    return tuple(dict.fromkeys(word for word in words if word))[:50]


def _extra(metas: Metas, url: str, abstract: str) -> dict[str, str]:
    values = {name: _first(metas, names)[1] for name, names in _EXTRA.items()}
    doi = _DOI.search(
        " ".join((*metas.get("citation_doi", ()), *metas.get("dc.identifier", ()), *metas.get("prism.doi", ())))
    )
    pages = "-".join(
        text for text in (_first(metas, ("citation_firstpage",))[1], _first(metas, ("citation_lastpage",))[1]) if text
    )
    pdf = urls.join(url, values["pdf_url"]) if values["pdf_url"] else None
    return strings(
        {**values, "doi": doi.group() if doi else "", "pages": pages, "pdf_url": pdf or "", "abstract": abstract}
    )
