"""Declared encodings: the HTTP header, the XML declaration and the meta element (HTML Standard, 13.2.3.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FIRST_BYTES = 1024
_PRESCAN_BYTES = 16_384
_HEADER_CHARSET = re.compile(
    r"charset\s{0,8}=\s{0,8}(?:\"([^\"]{0,100})\"|'([^']{0,100})'|([^\s;\"']{1,100}))", re.IGNORECASE
)
_XML_DECLARATION = re.compile(rb"^\s{0,64}<\?xml[^>]{0,200}?encoding\s{0,8}=\s{0,8}[\"']([A-Za-z0-9._:-]{1,60})[\"']")
_HIDING = re.compile(rb"<(?:!--|(script|style|title|noscript|textarea)\b[^>]{0,2000}>)", re.IGNORECASE)
_META = re.compile(rb"<meta[\s/]([^>]{0,2000})>", re.IGNORECASE)
# The two usual ways to write it; others are read attribute by attribute.
_PLAINLY = re.compile(
    rb"(?:http-equiv=[\"']?content-type[\"']?\s{1,8}content=[\"'][^\"'>]{0,100}?)?"
    rb"charset=[\"']?([A-Za-z0-9_-]{1,40})[\"']?\s{0,8}/?",
    re.IGNORECASE,
)
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
    if xml := _XML_DECLARATION.match(body, 0, _PRESCAN_BYTES):
        return xml.group(1).decode("ascii")
    # Most pages say it at once, and the rest of the head need not be copied.
    return _label_within(body[:_FIRST_BYTES]) or _label_within(body[:_PRESCAN_BYTES])


def _label_within(head: bytes) -> str | None:
    place = 0
    for start in _metas_with_charset(head.lower()):
        while place <= start and (hiding := _HIDING.search(head, place, start)):
            place = _end_of(head, hiding)
        if place <= start and (meta := _META.match(head, start)) and (label := _meta_label(meta.group(1))):
            return label
    return None


def _metas_with_charset(head: bytes) -> Iterator[int]:
    """Where the tags begin that look like meta elements and hold the word."""
    word = head.find(b"charset")
    while word >= 0:
        start = head.rfind(b"<", 0, word)
        if start >= 0 and head.startswith(b"<meta", start):
            yield start
            word = max(word, head.find(b">", word))
        word = head.find(b"charset", word + 1)


def _end_of(head: bytes, hiding: re.Match[bytes]) -> int:
    """Where a comment or an element of text ends; the end of its start tag, so that nothing is skipped, where it has no end tag."""
    name, start = hiding.group(1), hiding.end()
    if name is None:
        end = head.find(b"-->", start)
        return end if end >= 0 else len(head)
    end = head.find(b"</" + name, start)
    if end < 0:
        end = head.lower().find(b"</" + name.lower(), start)
    return max(start, end)


def html_language(body: bytes) -> str | None:
    """The lang attribute of the html start tag, as written."""
    found = _HTML_LANG.search(body[:_PRESCAN_BYTES])
    return found.group(1).decode("ascii") if found else None


def _meta_label(attributes: bytes) -> str | None:
    if plainly := _PLAINLY.fullmatch(attributes):
        return plainly.group(1).decode("ascii")
    values: dict[bytes, bytes] = {
        name.lower(): (double or single or bare) for name, double, single, bare in _ATTRIBUTE.findall(attributes)
    }
    if charset := values.get(b"charset"):
        return charset.decode("latin-1").strip()
    if values.get(b"http-equiv", b"").strip().lower() == b"content-type":
        return header_label(values.get(b"content", b"").decode("latin-1"))
    return None
