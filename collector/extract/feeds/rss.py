"""RSS 0.9x, 1.0 (RDF) and 2.0, with Dublin Core and content:encoded."""

from __future__ import annotations

from lxml import etree

from collector.extract.feeds.atom import older
from collector.extract.feeds.reading import MAX_ITEMS, Reading, html_title
from collector.extract.feeds.xml import children, local, namespace, text_of
from collector.extract.model import Feed, FeedItem

_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_ABOUT = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about"


def rss_feed(root: etree._Element, reading: Reading, errors: tuple[str, ...]) -> Feed:
    """Items of the channel, or of the RDF document beside it."""
    channel = root if local(root) == "channel" else next(iter(children(root, "channel")), root)
    items = [item for parent in {id(channel): channel, id(root): root}.values() for item in children(parent, "item")]
    parsed = tuple(_item(item, reading, channel.get(_XML_BASE) or root.get(_XML_BASE)) for item in items[:MAX_ITEMS])
    title = next((html_title(text_of(node)) for node in children(channel, "title")), None)
    following = older(channel, reading, channel.get(_XML_BASE) or root.get(_XML_BASE))
    return Feed(title, parsed, "rdf" if local(root) == "rdf" else "rss", errors, following)


def _item(item: etree._Element, reading: Reading, base: str | None) -> FeedItem:
    url = reading.link(_link(item), item.get(_XML_BASE) or base)
    guid = text_of(next(iter(children(item, "guid")), None))
    titles = sorted(children(item, "title"), key=lambda node: "mrss" in namespace(node))
    return FeedItem(
        id=guid or item.get(_ABOUT) or url or "",
        url=url,
        title=html_title(text_of(titles[0])) if titles else None,
        published=reading.time(_first(item, "pubdate", "date", "published", "issued", "created")),
        updated=reading.time(_first(item, "updated", "modified")),
        authors=tuple(dict.fromkeys(_authors(item))),
        summary_html=_first(item, "description", "summary"),
        content_html=_first(item, "encoded", "content", "fulltext"),
        tags=tuple(dict.fromkeys(text for node in children(item, "category", "subject") if (text := text_of(node)))),
    )


def _link(item: etree._Element) -> str | None:
    """The link element; Atom links inside RSS; the guid only where it says (or by default is) a permalink."""
    for node in children(item, "link"):
        href = node.get("href")
        if href and (node.get("rel") or "alternate") != "alternate":
            continue
        if found := (text_of(node) or href):
            return found
    for node in children(item, "guid"):
        if (node.get("isPermaLink") or "true").strip().lower() == "true" and text_of(node).startswith(
            ("http://", "https://")
        ):
            return text_of(node)
    return item.get(_ABOUT)


def _first(item: etree._Element, *names: str) -> str | None:
    """Text of the first of these names that has any; media:* look-alikes do not count."""
    for name in names:
        for node in children(item, name):
            if "mrss" not in namespace(node) and (text := text_of(node)):
                return text
    return None


def _authors(item: etree._Element) -> list[str]:
    found: list[str] = []
    for node in children(item, "creator", "author"):
        text = text_of(node)
        if "@" in text:
            _, bracket, rest = text.partition("(")
            text = rest.rstrip(") ") if bracket else ""
        if text:
            found.append(" ".join(text.split()))
    return found
