"""Hostile or broken XML to a tree: no declared entity is ever expanded, nothing is fetched, size is bounded."""

from __future__ import annotations

import re
from html.entities import html5

from lxml import etree

from collector.extract.charset import decode

MAX_BYTES = 20_000_000
_DECLARATION = re.compile(r"^\s{0,1000}<\?xml[^>]{0,500}\?>")
_DOCTYPE = re.compile(r"<!DOCTYPE[^\[>]{0,2000}(?:\[[^\]]{0,100000}\]\s{0,100})?>", re.IGNORECASE)
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,30});")
_BARE_AMPERSAND = re.compile(r"&(?!#\d{1,7};|#x[0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{1,30};)")
_START = re.compile(r"<(?:\?xml|rss|feed|rdf:|oai-pmh|urlset|sitemapindex)", re.IGNORECASE)
_BARE_BRACKET = re.compile(r"<(?![A-Za-z/!?])")
_CDATA = re.compile(r"(<!\[CDATA\[.*?\]\]>)", re.DOTALL)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_PREDEFINED = frozenset(("amp", "lt", "gt", "quot", "apos"))


def parse_xml(body: bytes, content_type: str | None = None) -> tuple[etree._Element | None, tuple[str, ...]]:
    """(root, errors) of an XML document; the root is None where nothing could be read."""
    errors: list[str] = []
    if len(body) > MAX_BYTES:
        errors.append(f"document larger than {MAX_BYTES} bytes: the rest was cut")
        body = body[:MAX_BYTES]
    text = decode(body, content_type).text.lstrip("\ufeff")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True)
    try:
        root = etree.fromstring(_prepared(text).encode("utf-8"), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        return None, (*errors, f"not readable as XML: {error}")
    return root, tuple(errors)


def _prepared(text: str) -> str:
    """Without declaration and document type, HTML's named entities as characters, stray ampersands escaped."""
    text = _CONTROL.sub("", text).lstrip()
    if not text.startswith("<") and (start := _START.search(text[:2_000])):
        text = text[start.start() :]
    text = _DOCTYPE.sub("", _DECLARATION.sub("", text), count=1).lstrip()
    parts = _CDATA.split(text)
    parts[::2] = [_escaped(_ENTITY.sub(_character, part)) for part in parts[::2]]
    return "".join(parts)


def _escaped(part: str) -> str:
    return _BARE_BRACKET.sub("&lt;", _BARE_AMPERSAND.sub("&amp;", part))


def _character(found: re.Match[str]) -> str:
    name = found.group(1)
    if name in _PREDEFINED:
        return found.group()
    return html5.get(f"{name};", f"&amp;{name};")


def local(element: etree._Element) -> str:
    """Lower-case tag name without namespace; "" for comments and instructions."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def namespace(element: etree._Element) -> str:
    """The namespace of an element, "" where it has none."""
    tag = element.tag
    return tag[1:].partition("}")[0].lower() if isinstance(tag, str) and tag.startswith("{") else ""


def children(element: etree._Element, *names: str) -> list[etree._Element]:
    """Children with one of these local names, in document order."""
    return [child for child in element if local(child) in names]


def text_of(element: etree._Element | None) -> str:
    """All character data below an element, stripped."""
    return "".join(str(part) for part in element.itertext()).strip() if element is not None else ""


def inner_xml(element: etree._Element) -> str:
    """Markup of an element's content, namespaces dropped (for Atom's xhtml type)."""
    parts = [element.text or ""]
    for child in element:
        for node in child.iter(etree.Element):
            node.tag = local(node)
        parts.append(etree.tostring(child, encoding="unicode", method="html"))
    return "".join(parts).strip()
