"""Atom 1.0 (RFC 4287) and what is left of Atom 0.3."""

from __future__ import annotations

from lxml import etree

from collector.extract.feeds.reading import MAX_ITEMS, Reading, html_title, plain_html
from collector.extract.feeds.xml import children, inner_xml, text_of
from collector.extract.model import Feed, FeedItem
from collector.extract.text import collapse

_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"


def atom_feed(root: etree._Element, reading: Reading, errors: tuple[str, ...]) -> Feed:
    """Entries of an Atom document; an entry without author takes the feed's."""
    authors = _authors(root)
    entries = children(root, "entry")[:MAX_ITEMS]
    items = tuple(_entry(entry, reading, root.get(_XML_BASE), authors) for entry in entries)
    return Feed(_title(root), items, "atom", errors, older(root, reading, root.get(_XML_BASE)))


def older(parent: etree._Element, reading: Reading, base: str | None) -> str | None:
    """The next page of a paged feed, the one before of an archived one (RFC 5005)."""
    for wanted in ("next", "prev-archive"):
        for node in children(parent, "link"):
            if (node.get("rel") or "").lower() == wanted:
                return reading.link(node.get("href"), base)
    return None


def _entry(entry: etree._Element, reading: Reading, base: str | None, inherited: tuple[str, ...]) -> FeedItem:
    own_base = entry.get(_XML_BASE)
    url = reading.link(_link(entry), reading.link(own_base, base) if own_base else base)
    identifier = text_of(next(iter(children(entry, "id")), None))
    return FeedItem(
        id=identifier or url or "",
        url=url,
        title=_title(entry),
        published=reading.time(_first(entry, "published", "issued", "created")),
        updated=reading.time(_first(entry, "updated", "modified")),
        authors=_authors(entry) or inherited,
        summary_html=_markup(entry, "summary"),
        content_html=_markup(entry, "content"),
        tags=tuple(
            dict.fromkeys(tag for node in children(entry, "category") if (tag := node.get("term") or text_of(node)))
        ),
    )


def _title(parent: etree._Element) -> str | None:
    """A text construct (RFC 4287, 3.1) as plain text."""
    for node in children(parent, "title"):
        kind = (node.get("type") or "text").lower()
        if kind == "xhtml":
            return plain_html(inner_xml(node))
        text = text_of(node)
        return html_title(text) if "html" in kind else collapse(text.replace("\n", " ")) or None
    return None


def _link(entry: etree._Element) -> str | None:
    links = children(entry, "link")
    for wanted in ("alternate", "self", "via"):
        for node in links:
            if (node.get("rel") or "alternate") == wanted and node.get("href"):
                return node.get("href")
    return None


def _first(entry: etree._Element, *names: str) -> str | None:
    return next((text for name in names for node in children(entry, name) if (text := text_of(node))), None)


def _markup(entry: etree._Element, name: str) -> str | None:
    for node in children(entry, name):
        if (node.get("type") or "").lower() in ("xhtml", "application/xhtml+xml"):
            return inner_xml(node) or None
        return text_of(node) or None
    return None


def _authors(parent: etree._Element) -> tuple[str, ...]:
    names = (text_of(name) for node in children(parent, "author") for name in children(node, "name"))
    return tuple(dict.fromkeys(" ".join(name.split()) for name in names if name))
