"""Whole HTTP answers as bytes, and list pages in any charset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from xml.sax.saxutils import escape

LIST_HEAD = '<!DOCTYPE html>\n<html><head><meta charset="{charset}"><title>{title}</title></head><body>\n<h1>{title}</h1>\n<ul class="news">\n'
LIST_ROW = '<li><a href="{href}">{title}</a></li>\n'
LIST_FOOT = "</ul>\n{more}</body></html>\n"


def response(status: int, body: bytes, content_type: str | None, headers: Iterable[tuple[str, str]] = ()) -> bytes:
    """An HTTP/1.1 answer; without `content_type` there is no such header."""
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", f"Content-Length: {len(body)}", "Connection: keep-alive"]
    if content_type is not None:
        lines.append(f"Content-Type: {content_type}")
    lines.extend(f"{name}: {value}" for name, value in headers)
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


NOT_FOUND = response(404, b"no such page", "text/plain")


def list_page(title: str, rows: Sequence[tuple[str, str]], charset: str, more: str = "") -> bytes:
    """A list of links (href, text) in `charset`; what it cannot hold is written as a character reference. `more`: the next page."""
    link = f'<a class="next" href="{escape(more)}">next</a>\n' if more else ""
    parts = [LIST_HEAD.format(charset=charset, title=escape(title))]
    parts += [LIST_ROW.format(href=escape(href), title=escape(text)) for href, text in rows]
    parts.append(LIST_FOOT.format(more=link))
    return "".join(parts).encode(charset, "xmlcharrefreplace")
