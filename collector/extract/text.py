"""Visible text of a part of the tree, with the line structure a reader sees."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from collector.extract.limits import bounded

SKIPPED = frozenset(
    [
        "script",
        "style",
        "noscript",
        "template",
        "svg",
        "iframe",
        "object",
        "embed",
        "applet",
        "canvas",
        "head",
        "title",
        "meta",
        "link",
        "select",
        "option",
        "button",
        "input",
        "textarea",
        "datalist",
        "map",
        "audio",
        "video",
        "-comment",
        "-doctype",
    ]
)
INLINE = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "ins",
        "kbd",
        "label",
        "mark",
        "nobr",
        "picture",
        "q",
        "rb",
        "rp",
        "rt",
        "rtc",
        "ruby",
        "s",
        "samp",
        "small",
        "source",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
        "-text",
    ]
)
_INVISIBLE = "\u00ad\u200b\u2060\ufeff"
_HIDDEN_STYLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
# Stands for a space of preformatted text while white space is collapsed.
_KEPT_SPACE = "\ue0ff"


def collapse(text: str) -> str:
    """One line: white space runs (no-break and ideographic spaces too) become one space, invisible characters go."""
    if not text.isascii():
        for char in _INVISIBLE:
            if char in text:
                text = text.replace(char, "")
    return " ".join(text.split())


def preformatted(text: str) -> str:
    """Source text of a pre element, its spaces guarded against collapsing; ``restored`` gives them back."""
    return text.replace("\t", " " * 4).replace(" ", _KEPT_SPACE)


def restored(text: str) -> str:
    """Text after collapsing, with the spaces that ``preformatted`` guarded."""
    return text.replace(_KEPT_SPACE, " ").rstrip() if _KEPT_SPACE in text else text


def is_hidden(node: LexborNode) -> bool:
    """Whether the element's own attributes hide it (hidden, aria-hidden is not enough, inline style)."""
    return hides(node.attributes)


def hides(attributes: Mapping[str, str | None]) -> bool:
    """The same for an element's attributes, where they have been read already."""
    if "hidden" in attributes:
        return attributes["hidden"] != "until-found"
    style = attributes.get("style")
    return bool(style and _HIDDEN_STYLE.search(style))


def node_text(node: LexborNode, *, skip: Collection[int] = (), keep_hidden: bool = True) -> str:
    """Text of a node, one line a block or br; ``skip`` holds mem_ids of elements left out."""
    lines = (restored(collapse(line)) for line in "".join(_pieces(node, skip, keep_hidden)).split("\n"))
    return "\n".join(line for line in lines if line)


def html_to_text(html: str) -> str:
    """Plain text of an HTML fragment: one line a paragraph, list item or br; empty for text without words."""
    fragment, _ = bounded(html)
    if "<" not in fragment and "&" not in fragment:
        return collapse(fragment)
    body = LexborHTMLParser(fragment).body
    return node_text(body, keep_hidden=False) if body is not None else ""


def _pieces(top: LexborNode, skip: Collection[int], keep_hidden: bool) -> Iterator[str]:
    """Raw text in document order; "\\n" stands only for line breaks of the layout, not of the source."""
    node: LexborNode | None = top
    end = top.mem_id
    while node is not None:
        tag = node.tag or ""
        enter = _may_enter(node, tag, skip, keep_hidden, end)
        if tag == "-text":
            yield _source_text(node)
        elif enter and tag not in INLINE:
            yield _break_for(tag)
        child = node.first_child if enter else None
        if child is not None:
            node = child
            continue
        if enter and node.mem_id == end:
            return
        while node is not None and node.mem_id != end and node.next is None:
            node = node.parent
            if node is not None and node.mem_id != end and (node.tag or "") not in INLINE:
                yield _break_for(node.tag or "")
        if node is None or node.mem_id == end:
            return
        node = node.next


def _may_enter(node: LexborNode, tag: str, skip: Collection[int], keep_hidden: bool, top: int) -> bool:
    if tag == "-text" or tag in SKIPPED:
        return False
    if node.mem_id == top:
        return True
    if skip and node.mem_id in skip:
        return False
    return keep_hidden or not is_hidden(node)


def _break_for(tag: str) -> str:
    return " " if tag in ("td", "th") else "\n"


def _source_text(node: LexborNode) -> str:
    text = node.text_content or ""
    parent = node.parent
    if parent is not None and parent.tag == "pre":
        return preformatted(text)
    return text.replace("\n", " ").replace("\r", " ")
