"""Declared encodings: the HTTP header, the XML declaration and the meta element (HTML Standard, 13.2.3.2)."""

from __future__ import annotations

import re

_PRESCAN_BYTES = 16_384
_HEADER_CHARSET = re.compile(
    r"charset\s{0,8}=\s{0,8}(?:\"([^\"]{0,100})\"|'([^']{0,100})'|([^\s;\"']{1,100}))", re.IGNORECASE
)
_XML_DECLARATION = re.compile(rb"^\s{0,64}<\?xml[^>]{0,200}?encoding\s{0,8}=\s{0,8}[\"']([A-Za-z0-9._:-]{1,60})[\"']")
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_SCRIPT = re.compile(rb"<(script|style|title|noscript|textarea)\b[^>]{0,2000}>.*?</\1", re.DOTALL | re.IGNORECASE)
_TEXT_START = re.compile(rb"<(?:script|style|title|noscript|textarea)\b", re.IGNORECASE)
_META = re.compile(rb"<meta[\s/]([^>]{0,2000})>", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    rb"([^\s=\"'/>]{1,60})(?:\s{0,8}=\s{0,8}(?:\"([^\"]{0,1000})\"|'([^']{0,1000})'|([^\s\"'>]{1,1000})))?"
)
_HTML_LANG = re.compile(
    rb"<html\b[^>]{0,1000}?\blang\s{0,8}=\s{0,8}[\"']?([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,8})?)", re.IGNORECASE
)


def header_label(content_type: str | None) -> str | None:
    """The charset parameter of a Content-Type value as written, or None."""
    found = _HEADER_CHARSET.search(content_type or "")
    groups: tuple[str | None, ...] = found.groups() if found else ()
    return next((group for group in groups if group), None)


def declared_label(body: bytes) -> str | None:
    """The label in the XML declaration or in the first meta element outside comments, scripts and titles."""
    head = body[:_PRESCAN_BYTES]
    if xml := _XML_DECLARATION.match(head):
        return xml.group(1).decode("ascii")
    word = head.lower().find(b"charset")
    if word < 0:
        return None
    # Mostly the first "charset" of a page is the one in its meta element, and little stands before it.
    early, whole = _visible(head[: head.find(b">", word) + 1])
    if whole and (label := _first_label(early)):
        return label
    return _first_label(_visible(head)[0])


def _visible(head: bytes) -> tuple[bytes, bool]:
    """The markup without comments and elements that hold text, and whether each of these ends within it."""
    if b"<!--" in head:
        head = _COMMENT.sub(b" ", head)
    if _TEXT_START.search(head) is None:
        return head, True
    head = _SCRIPT.sub(b" ", head)
    return head, _TEXT_START.search(head) is None


def _first_label(head: bytes) -> str | None:
    for meta in _META.finditer(head):
        if label := _meta_label(meta.group(1)):
            return label
    return None


def html_language(body: bytes) -> str | None:
    """The lang attribute of the html start tag, as written."""
    found = _HTML_LANG.search(body[:_PRESCAN_BYTES])
    return found.group(1).decode("ascii") if found else None


def _meta_label(attributes: bytes) -> str | None:
    values: dict[bytes, bytes] = {
        name.lower(): (double or single or bare) for name, double, single, bare in _ATTRIBUTE.findall(attributes)
    }
    if charset := values.get(b"charset"):
        return charset.decode("latin-1").strip()
    if values.get(b"http-equiv", b"").strip().lower() == b"content-type":
        return header_label(values.get(b"content", b"").decode("latin-1"))
    return None
