"""Archived pages made harmless. The response's policy is the wall (see `console.security`); this is the second line behind it.

Pure: takes and gives text, touches nothing else.
"""

from __future__ import annotations

import re
from html import escape

from selectolax.lexbor import LexborHTMLParser, LexborNode

_REMOVED = ", ".join(
    (
        "script", "meta[http-equiv]", "base", "link", "iframe", "frame", "object", "embed", "applet", "portal",
        "template", "animate", "set", "animatemotion", "animatetransform", "audio", "video", "source", "track",
    )
)  # fmt: skip
_MOVED = frozenset(
    {"href", "src", "srcset", "action", "formaction", "poster", "background", "data", "cite", "longdesc", "usemap"}
    | {"xlink:href", "imagesrcset", "ping", "manifest", "profile", "dynsrc", "lowsrc", "codebase", "archive"}
)
_DROPPED = frozenset({"autofocus", "nonce", "integrity", "target", "download", "accesskey", "tabindex", "srcdoc"})
_CSS_LOADS = re.compile(
    r"@import|url\s{0,20}\(|image-set\s{0,20}\(|expression\s{0,20}\(|behavior\s{0,20}:", re.IGNORECASE
)
_PICTURES = ("data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]{0,30})")
_SHALLOW = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
    | {"p", "li", "td", "th", "tr", "dt", "dd", "option", "thead", "tbody", "tfoot", "colgroup"}
)
MAX_DEPTH = 1500
_SOURCE_SHOWN = 200_000
_OWN_STYLE = (
    "<style>:root{color-scheme:light}html{background:#fff;color:#1a1a1a}"
    "body{font:15px/1.65 system-ui,sans-serif;margin:16px;overflow-wrap:anywhere}"
    "img{max-width:100%;outline:1px dashed #bbb;min-height:1em}</style>"
)


def harmless(html: str) -> str:
    """The page without scripts, frames, loads, links and handlers; addresses are kept as `data-…` for people who look.

    Never raises for any text. A page nested deeper than MAX_DEPTH is shown as its source: parsing it takes quadratic time.
    """
    if depth(html) > MAX_DEPTH:
        return f'<!doctype html><meta charset="utf-8">{_OWN_STYLE}<pre>{escape(html[:_SOURCE_SHOWN])}</pre>'
    tree = LexborHTMLParser(html.replace("\x00", ""))
    for node in tree.css(_REMOVED):
        node.decompose()
    for node in tree.css("*"):
        _clean_attributes(node)
    for node in tree.css("style"):
        if _CSS_LOADS.search(node.text()):
            node.decompose()
    return f'<!doctype html><meta charset="utf-8">{_OWN_STYLE}{tree.html or ""}'


def depth(html: str) -> int:
    """How deep elements are open at once at most, counted without parsing; elements that close by themselves do not count."""
    deepest = level = 0
    for closing, name in _TAG.findall(html):
        if name.lower() in _SHALLOW:
            continue
        level = max(level - 1, 0) if closing else level + 1
        deepest = max(deepest, level)
    return deepest


def _clean_attributes(node: LexborNode) -> None:
    for name, value in dict(node.attributes).items():
        lowered = name.lower()
        loads = lowered == "style" and _CSS_LOADS.search(value or "")
        if loads or lowered in _DROPPED or lowered.startswith(("on", "hx-")):
            _delete(node, name)
        elif lowered in _MOVED and not _stays(lowered, value or ""):
            _delete(node, name)
            node.attrs[f"data-{lowered.replace(':', '-')}"] = value or ""


def _stays(name: str, value: str) -> bool:
    """Jumps within the page and pictures that are part of it load nothing."""
    if name == "href":
        return value.startswith("#")
    return name == "src" and value.lower().startswith(_PICTURES)


def _delete(node: LexborNode, name: str) -> None:
    try:
        del node.attrs[name]
    except KeyError:
        return
