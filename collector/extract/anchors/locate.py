"""Which element of a page holds a field's value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from selectolax.lexbor import LexborNode

from collector.extract.anchors.texts import MAX_LEVELS, Text, squeezed
from collector.extract.dates.page import Moment
from collector.extract.dates.printed import printed_times
from collector.extract.model import Field
from collector.extract.page import Page, ancestors
from collector.extract.templates.scope import Scope, SelectorError
from collector.extract.templates.selectors import compile_selector
from collector.extract.title.clean import folded

# Words of a headline or a text stand in the body wherever they were read; a day or a name that a page declares may stand there by chance.
IN_BODY = ("title", "content")
_DECLARED = ("meta:", "og:", "jsonld:", "json:", "jsonpath:", "const:", "url")
_MAX_DATES = 60
_MAX_DATE_CHARS = 160
_DIGITS = re.compile(r"\d")
_LINES = 40
_MIN_LINE = 8
_LINE_CHARS = 40
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_LEAVES = frozenset(
    ("p", "span", "a", "b", "strong", "em", "i", "font", "u", "br", "li", "h1", "h2", "h3", "h4", "blockquote")
)


@dataclass(frozen=True, slots=True)
class Place:
    """The element of a value, the index of the first text that is of it, and what stands before the value in that text."""

    node: LexborNode
    index: int
    prefix: str = ""


def place_of(page: Page, texts: list[Text], name: str, found: Field, at: Moment) -> Place | None:
    """None for a value that stands nowhere in the body."""
    if name not in IN_BODY and found.path.startswith(_DECLARED):
        return None
    top = _hit(page, found.path)
    inside = _within(texts, top) if top is not None else range(len(texts))
    place = _by_value(texts, inside, name, found.value, at)
    if place is None and top is not None and len(inside):
        return Place(top, inside.start)
    return place


def _hit(page: Page, path: str) -> LexborNode | None:
    """The element that a CSS rule of a template gave; other rules name no element of this tree."""
    if not path.startswith("css:"):
        return None
    try:
        hits = compile_selector(path).find(Scope(page), True)
    except SelectorError:
        return None
    return next((hit for hit in hits if isinstance(hit, LexborNode)), None)


def _within(texts: list[Text], top: LexborNode) -> range:
    """Indices of the texts inside an element: they are neighbours in document order."""
    held = {top.mem_id, *(node.mem_id for node in top.css("*"))}
    inside = [number for number, text in enumerate(texts) if text.parent.mem_id in held]
    return range(inside[0], inside[-1] + 1) if inside else range(0)


def _is_in(node: LexborNode, top: int) -> bool:
    return node.mem_id == top or any(parent.mem_id == top for parent in ancestors(node))


def _by_value(texts: list[Text], inside: range, name: str, value: Any, at: Moment) -> Place | None:
    if name in ("published", "modified"):
        return _of_date(texts, inside, str(value), at)
    if name == "content":
        return _of_content(texts, inside, str(value))
    if name == "title":
        return _of_title(texts, inside, str(value))
    first = value[0] if isinstance(value, list | tuple) and value else value
    return _of_words(texts, inside, str(first))


def _of_title(texts: list[Text], inside: range, title: str) -> Place | None:
    """A heading with these words, else whatever element has just them."""
    wanted = folded(title)
    best: Place | None = None
    for number in inside:
        text = texts[number]
        own = folded(text.text)
        if not own or not wanted.startswith(own):
            continue
        holder = next((node for node in _up(text.parent, 4) if folded(node.text()) == wanted), None)
        if holder is None:
            continue
        if any((node.tag or "") in _HEADINGS for node in _up(holder, 3)):
            return Place(holder, number)
        best = best or Place(holder, number)
    return best


def _up(node: LexborNode, levels: int) -> Iterator[LexborNode]:
    current: LexborNode | None = node
    for _ in range(levels):
        if current is None or (current.tag or "") in ("body", "html"):
            return
        yield current
        current = current.parent


def _of_words(texts: list[Text], inside: range, words: str) -> Place | None:
    if not words:
        return None
    for number in inside:
        at = texts[number].text.casefold().find(words.casefold())
        if at >= 0:
            return Place(texts[number].parent, number, texts[number].text[:at])
    return None


def _of_date(texts: list[Text], inside: range, value: str, at: Moment) -> Place | None:
    """The first text that prints this day."""
    tried = 0
    for number in inside:
        text = texts[number].text
        if len(text) > _MAX_DATE_CHARS or len(_DIGITS.findall(text)) < 2:
            continue
        tried += 1
        if tried > _MAX_DATES:
            return None
        for _, printed, _ in printed_times([text]):
            read = at.read(printed)
            if read and read[:10] == value[:10]:
                start = max(0, text.find(printed))
                return Place(texts[number].parent, number, text[:start])
        read = at.read(text, loose=True)
        if read and read[:10] == value[:10]:
            digit = _DIGITS.search(text)
            return Place(texts[number].parent, number, text[: digit.start()] if digit else "")
    return None


def _of_content(texts: list[Text], inside: range, content: str) -> Place | None:
    """The element around the lines of a text: the lowest that holds more than half of what is looked for.

    Not the lowest that holds all of it: a caption or a box beside the text comes and goes with the article.
    """
    lines = [squeezed(line)[:_LINE_CHARS] for line in content.split("\n")]
    wanted = {line for line in sorted(lines, key=len, reverse=True)[:_LINES] if len(line) >= _MIN_LINE} or set(
        lines[:1]
    )
    hits = [number for number in inside if squeezed(texts[number].text)[:_LINE_CHARS] in wanted]
    held: dict[int, int] = {}
    first: dict[int, tuple[int, LexborNode]] = {}
    for number in hits:
        for node in _up(_block(texts[number].parent), MAX_LEVELS):
            held[node.mem_id] = held.get(node.mem_id, 0) + len(texts[number].text)
            first.setdefault(node.mem_id, (number, node))
    total = sum(len(texts[number].text) for number in hits)
    # Those that hold more than half lie one in the other.
    around = [first[one] for one, size in held.items() if size * 2 > total]
    if not around:
        return None
    number, node = max(around, key=lambda one: sum(1 for _ in ancestors(one[1])))
    return Place(node, _first_inside(texts, number, node))


def _block(node: LexborNode) -> LexborNode:
    """The nearest element that holds lines rather than being one."""
    current = node
    while (current.tag or "") in _LEAVES and current.parent is not None:
        current = current.parent
    return current


def _first_inside(texts: list[Text], hit: int, top: LexborNode) -> int:
    first = hit
    while first > 0 and _is_in(texts[first - 1].parent, top.mem_id):
        first -= 1
    return first
