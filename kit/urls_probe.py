"""`catchment probe url`: what the product makes of an address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from kit import urls


def probe(asked: dict[str, Any]) -> Any:
    """Answers one question: `op` and that operation's arguments. Raises InvalidInput for an unknown operation or a bad address."""
    operation = _OPERATIONS.get(str(asked.get("op")))
    if operation is None:
        raise ValueError(f"op: must be one of {', '.join(_OPERATIONS)}")
    return operation(asked)


def _normalize(asked: dict[str, Any]) -> str:
    url = str(asked["url"])
    for _ in range(int(asked.get("times", 1))):
        url = urls.normalize(url, drop_tracking=bool(asked.get("drop_tracking", True)))
    return url


def _join(asked: dict[str, Any]) -> str | None:
    return urls.join(_base(asked), str(asked["href"]), asked.get("page_encoding"))


def _href(asked: dict[str, Any]) -> Any:
    if "html" not in asked:
        return _join(asked)
    tree = LexborHTMLParser(str(asked["html"]))
    base = _document_base(tree, _base(asked))
    link = tree.css_first("a[href], area[href], link[href]")
    href = None if link is None else link.attributes.get("href")
    return None if href is None else urls.join(base, href, asked.get("page_encoding"))


def _document_base(tree: LexborHTMLParser, page: str) -> str:
    element = tree.css_first("base[href]")
    href = None if element is None else element.attributes.get("href")
    return (urls.join(page, href) if href else None) or page


def _base(asked: dict[str, Any]) -> str:
    return str(asked.get("base") or asked.get("url"))


_OPERATIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "normalize": _normalize,
    "join": _join,
    "href": _href,
    "same": lambda asked: urls.same(str(asked["a"]), str(asked["b"])),
    "srcset": lambda asked: urls.srcset(_base(asked), str(asked["srcset"])),
    "request_target": lambda asked: urls.request_target(str(asked["url"])),
    "request_params": lambda asked: urls.request_params(str(asked["url"])),
}

PROBES: dict[str, Callable[[dict[str, Any]], Any]] = {"url": probe}
