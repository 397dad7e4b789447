"""Which address a page gives itself, where that can be believed. Pure."""

from __future__ import annotations

from typing import Final

from selectolax.lexbor import LexborHTMLParser

from kit import urls
from kit.url_parse import parse

HEAD_CHARS: Final = 131_072
_MIRRORS: Final = ("www.", "m.", "mobile.", "amp.", "wap.")


def identity_url(url: str, html: str) -> str:
    """The normal form of the canonical link (RFC 6596), or of `url` where there is none or it cannot be right.

    A canonical link is a hint. It is not believed when it leads from a deep page to the front page, to another site, or to the
    same path without the number that told this page apart. Raises InvalidInput for a bad `url`.
    """
    own = urls.normalize(url)
    named = _canonical(html, url)
    return named if named is not None and _plausible(own, named) else own


def _canonical(html: str, url: str) -> str | None:
    head = html[:HEAD_CHARS]
    if "canonical" not in head.lower():
        return None
    for link in LexborHTMLParser(head).css("link[rel][href]"):
        if "canonical" in (link.attributes.get("rel") or "").lower().split():
            joined = urls.join(url, (link.attributes.get("href") or "").strip())
            return None if joined is None else urls.normalize(joined)
    return None


def _plausible(own: str, named: str) -> bool:
    a, b = parse(own), parse(named)
    if _site(a.host) != _site(b.host):
        return False
    if urls.is_front_page(named) and not urls.is_front_page(own):
        return False
    return not (a.path == b.path and not b.query and _has_number(own))


def _site(host: str) -> str:
    for prefix in _MIRRORS:
        if host.startswith(prefix) and host.count(".") > 1:
            return host.removeprefix(prefix)
    return host


def _has_number(url: str) -> bool:
    return any(value.isdigit() for value in urls.request_params(url).values())
