"""Bounds that keep a hostile page from costing more than a big one (size, nesting, characters no parser takes)."""

from __future__ import annotations

import re

MAX_CHARS = 10_000_000
MAX_DEPTH = 400
_LONG_TAG = 20_000
_MANY_ATTRIBUTES = 2_000
_TAG_START = re.compile(r"<([a-zA-Z][a-zA-Z0-9-]{0,30})[\s/]")
_MANY_TAGS = 8_000
_SURROGATES = re.compile("[\ud800-\udfff]")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,30})")
_ANY_TAG = re.compile(r"<[!/?a-zA-Z][^<>]{0,2000}>")
# Elements that are void, or that HTML closes by itself and that therefore do not nest without end.
_FLAT = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
        "p",
        "li",
        "dt",
        "dd",
        "option",
        "tr",
        "td",
        "th",
        "thead",
        "tbody",
        "tfoot",
        "html",
        "head",
        "body",
    ]
)


def bounded(html: str) -> tuple[str, tuple[str, ...]]:
    """The page within all bounds, and one message for each bound that cut it."""
    errors: list[str] = []
    if len(html) > MAX_CHARS:
        errors.append(f"page longer than {MAX_CHARS} characters: the rest was cut")
        html = html[:MAX_CHARS]
    if "\x00" in html:
        html = html.replace("\x00", "")
    if not html.isascii() and _SURROGATES.search(html):
        html = _SURROGATES.sub("\ufffd", html)
    if len(html) > _LONG_TAG and (slim := _without_endless_tags(html)) is not None:
        errors.append(f"an element with more than {_MANY_ATTRIBUTES} attributes lost them")
        html = slim
    if (cut := _too_deep_at(html)) is not None:
        errors.append(f"elements nested deeper than {MAX_DEPTH}: tags from character {cut} on were dropped")
        html = html[:cut] + _ANY_TAG.sub(" ", html[cut:]).replace("<", " ")
    return html, tuple(errors)


def _without_endless_tags(html: str) -> str | None:
    """The page with bare tags in place of those with thousands of attributes (quadratic to build); None if there are none."""
    parts = html.split(">")
    changed = False
    for index, part in enumerate(parts):
        if len(part) <= _LONG_TAG or not (start := _TAG_START.search(part)):
            continue
        if len(part[start.start() :].split(None, _MANY_ATTRIBUTES)) > _MANY_ATTRIBUTES and not _in_script(part, start):
            parts[index] = f"{part[: start.start()]}<{start.group(1)}"
            changed = True
    return ">".join(parts) if changed else None


def _in_script(part: str, start: re.Match[str]) -> bool:
    """A long run without ">" that ends a script is source text, not a tag."""
    return part.rstrip().lower().endswith(("</script", "</style", "</textarea", "</title"))


def _too_deep_at(html: str) -> int | None:
    """Where nesting passes MAX_DEPTH; tree building takes time quadratic in the depth, so this runs before it."""
    if html.count("<") < _MANY_TAGS:
        return _deep_position(html) if html.count("<") - 2 * html.count("</") > MAX_DEPTH else None
    return _deep_position(html)


def _deep_position(html: str) -> int | None:
    depth, position = 0, 0
    while tag := _TAG.search(html, position):
        position = tag.end()
        name = tag.group(2).lower()
        if name in ("script", "style"):
            end = html.find(f"</{name}", position) if not tag.group(1) else -1
            position = end + 8 if end >= 0 else position
        elif name not in _FLAT:
            depth = max(0, depth - 1) if tag.group(1) else depth + 1
            if depth > MAX_DEPTH:
                return tag.start()
    return None
