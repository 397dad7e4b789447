"""The visible texts of a page in document order, with the element each stands in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from collector.extract.page import ancestors
from collector.extract.text import SKIPPED, collapse, is_hidden

MAX_TEXTS = 6_000
MAX_LEVELS = 60
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Text:
    """``text`` is one line; ``parent`` the element that holds it directly."""

    parent: LexborNode
    text: str


def texts_of(body: LexborNode | None) -> list[Text]:
    """At most 6,000 texts; scripts, styles and hidden elements are left out."""
    found: list[Text] = []
    node = body
    while node is not None and len(found) < MAX_TEXTS:
        tag = node.tag or ""
        if tag == "-text":
            parent, text = node.parent, collapse((node.text_content or "").replace("\n", " "))
            if text and parent is not None:
                found.append(Text(parent, text))
        child = node.first_child if tag not in SKIPPED and tag != "-text" and not is_hidden(node) else None
        node = child or _following(node, body)
    return found


def _following(node: LexborNode, top: LexborNode | None) -> LexborNode | None:
    """The next node in document order outside of `node`, inside of `top`."""
    end = top.mem_id if top is not None else 0
    current: LexborNode | None = node
    while current is not None and current.mem_id != end:
        if current.next is not None:
            return current.next
        current = current.parent
    return None


def structural_path(node: LexborNode) -> str:
    """The tags from body to the element ("div>article>h1"): no positions and no classes, which change without the layout changing."""
    tags = [node.tag or "", *(parent.tag or "" for parent in list(ancestors(node))[:MAX_LEVELS])]
    inside = tags[: tags.index("body")] if "body" in tags else tags
    return ">".join(reversed(inside)) or "body"


def squeezed(text: str) -> str:
    """Without any white space."""
    return _SPACE.sub("", text)
