"""Bounds that keep a hostile page from costing more than a big one (size, nesting, characters no parser takes)."""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_CHARS = 10_000_000
MAX_DEPTH = 400
_LONG_TAG = 20_000
_MANY_ATTRIBUTES = 2_000
_TAG_START = re.compile(r"<([a-zA-Z][a-zA-Z0-9-]{0,30})[\s/]")
_MANY_TAGS = 8_000
_SURROGATES = re.compile("[\ud800-\udfff]")
_TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9]{0,30})")
_RAW = frozenset((b"script", b"style"))
_ANY_TAG = re.compile(r"<[!/?a-zA-Z][^<>]{0,2000}>")
# Elements that are void, or that HTML closes by itself and that therefore do not nest without end.
_FLAT = frozenset(
    [
        b"area",
        b"base",
        b"br",
        b"col",
        b"embed",
        b"hr",
        b"img",
        b"input",
        b"link",
        b"meta",
        b"param",
        b"source",
        b"track",
        b"wbr",
        b"p",
        b"li",
        b"dt",
        b"dd",
        b"option",
        b"tr",
        b"td",
        b"th",
        b"thead",
        b"tbody",
        b"tfoot",
        b"html",
        b"head",
        b"body",
    ]
)
_RAW_START = re.compile(rb"<(script|style)(?![a-z0-9])", re.IGNORECASE)
_NESTING = re.compile(rb"<(/?)(?!(?:" + b"|".join(sorted(_FLAT)) + rb")(?![a-z0-9]))[a-z]", re.IGNORECASE)


def bounded(html: str) -> tuple[str, tuple[str, ...]]:
    """The page within all bounds, and one message for each bound that cut it."""
    text, _, errors = bounded_page(html)
    return text, errors


def bounded_page(html: str) -> tuple[str, bytes, tuple[str, ...]]:
    """As `bounded`, with the UTF-8 of the page, which every parser asks for."""
    errors: list[str] = []
    if len(html) > MAX_CHARS:
        errors.append(f"page longer than {MAX_CHARS} characters: the rest was cut")
        html = html[:MAX_CHARS]
    html, data = _encoded(html)
    if b"\x00" in data:
        html, data = html.replace("\x00", ""), data.replace(b"\x00", b"")
    if (slim := _without_endless_tags(data)) is not None:
        errors.append(f"an element with more than {_MANY_ATTRIBUTES} attributes lost them")
        html, data = slim.decode("utf-8"), slim
    if _may_be_deep(data) and (cut := _deep_position(data)) is not None:
        errors.append(f"elements nested deeper than {MAX_DEPTH}: tags from byte {cut} on were dropped")
        rest = _ANY_TAG.sub(" ", data[cut:].decode("utf-8")).replace("<", " ")
        html = data[:cut].decode("utf-8") + rest
        data = html.encode("utf-8")
    return html, data, tuple(errors)


def _encoded(html: str) -> tuple[str, bytes]:
    """The page without lone surrogates, and its UTF-8: looking through bytes is several times faster than through wide text."""
    try:
        return html, html.encode("utf-8")
    except UnicodeEncodeError:
        html = _SURROGATES.sub("\ufffd", html)
        return html, html.encode("utf-8")


def _long_gaps(data: bytes) -> Iterator[tuple[int, int]]:
    """Where more than _LONG_TAG bytes stand without a ">": a jump a window, whatever the page."""
    position, end = 0, len(data)
    while end - position > _LONG_TAG:
        last = data.rfind(b">", position, position + _LONG_TAG + 1)
        if last < 0:
            close = data.find(b">", position)
            last = end if close < 0 else close
            yield position, last
        position = last + 1


def _without_endless_tags(data: bytes) -> bytes | None:
    """The page with bare tags in place of those with thousands of attributes (quadratic to build); None if there are none."""
    pieces: list[bytes] = []
    done = 0
    for begin, end in _long_gaps(data):
        part = data[begin:end].decode("utf-8")
        start = _TAG_START.search(part)
        if start is None or _in_script(part, start):
            continue
        if len(part[start.start() :].split(None, _MANY_ATTRIBUTES)) > _MANY_ATTRIBUTES:
            pieces += [data[done:begin], f"{part[: start.start()]}<{start.group(1)}".encode()]
            done = end
    return b"".join([*pieces, data[done:]]) if pieces else None


def _in_script(part: str, start: re.Match[str]) -> bool:
    """A long run without ">" that ends a script is source text, not a tag."""
    return part[-200:].rstrip().lower().endswith(("</script", "</style", "</textarea", "</title"))


def _may_be_deep(data: bytes) -> bool:
    """Cheap tests before the exact one: tree building takes time quadratic in the depth, so all run before it."""
    opened = data.count(b"<")
    suspect = opened >= _MANY_TAGS or (opened > MAX_DEPTH and opened - 2 * data.count(b"</") > MAX_DEPTH)
    return suspect and _deepest(_NESTING.findall(_without_scripts(data))) > MAX_DEPTH


def _without_scripts(data: bytes) -> bytes:
    pieces: list[bytes] = []
    done = 0
    while found := _RAW_START.search(data, done):
        end = data.find(b"</" + found.group(1).lower(), found.end())
        if end < 0:
            break
        pieces.append(data[done : found.start()])
        done = end + len(found.group(1)) + 2
    return b"".join([*pieces, data[done:]])


def _deepest(nesting: list[bytes]) -> int:
    """The deepest nesting that tags reach, each told by the mark of a closing one."""
    depth = deepest = 0
    for closing in nesting:
        if not closing:
            depth += 1
            if depth > deepest:
                deepest = depth
        elif depth:
            depth -= 1
    return deepest


def _deep_position(data: bytes) -> int | None:
    """Where nesting passes MAX_DEPTH."""
    depth, resume = 0, 0
    for tag in _TAG.finditer(data):
        if tag.start() < resume:
            continue
        closing, name = tag.groups()
        name = name.lower()
        if name in _RAW:
            end = data.find(b"</" + name, tag.end()) if not closing else -1
            resume = end + len(name) + 2 if end >= 0 else 0
        elif name not in _FLAT:
            depth = max(0, depth - 1) if closing else depth + 1
            if depth > MAX_DEPTH:
                return tag.start()
    return None
