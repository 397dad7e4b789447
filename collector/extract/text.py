"""Visible text of a part of the tree, with the line structure a reader sees."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

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


def _pieces(top: LexborNode, skip: Collection[int], keep_hidden: bool) -> list[str]:
    """Raw text in document order; "\\n" stands only for line breaks of the layout, not of the source."""
    tag = top.tag or ""
    if tag == "-text" or tag in SKIPPED:
        return [_flowing(top.text_content or "")] if tag == "-text" else []
    pieces: list[str] = []
    stack = [(top, tag)]
    node = top.first_child
    while node is not None:
        tag = node.tag or ""
        if tag == "-text":
            text = node.text_content or ""
            pieces.append(preformatted(text) if stack[-1][1] == "pre" else _flowing(text))
        elif tag not in SKIPPED and not (skip and node.mem_id in skip) and (keep_hidden or not is_hidden(node)):
            if tag not in INLINE:
                pieces.append(_break_for(tag))
            if (child := node.first_child) is not None:
                stack.append((node, tag))
                node = child
                continue
        following = node.next
        while following is None and len(stack) > 1:
            parent, tag = stack.pop()
            if tag not in INLINE:
                pieces.append(_break_for(tag))
            following = parent.next
        node = following
    return pieces


def _break_for(tag: str) -> str:
    return " " if tag in ("td", "th") else "\n"


def _flowing(text: str) -> str:
    return text.replace("\n", " ").replace("\r", " ")
