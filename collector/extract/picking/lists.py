"""A list from two clicks: what its items are, where it stands, and which links and dates they hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urljoin

from selectolax.lexbor import LexborNode

from collector.extract.picking.tokens import Compound, classes_of_its_own, compounds, shared
from collector.extract.picking.tree import Numbered, ancestors, text_of
from collector.extract.text import collapse

SHOWN: Final = 5
MOST: Final = 4
_NEXT = re.compile(r"^(?:下一页|下页|后一页|next(?: page)?|older(?: posts)?|›|»|>)\s{0,3}[›»>→]{0,3}$", re.IGNORECASE)
_DATE = re.compile(
    r"\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\b\d{1,2}-\d{1,2}\b|\d{1,2}月\d{1,2}日"
)
_TITLE_LEAST = 4


@dataclass(frozen=True, slots=True)
class ListChoice:
    """`fields`: url, and title and published where items have them, relative to an item. `links` are the first of `count`.

    `numbers` are the items' elements on the clicked page.
    """

    items: str
    count: int
    fields: dict[str, str]
    links: tuple[tuple[str, str], ...]
    numbers: tuple[int, ...]
    regularity: float
    survival: float = 0.0
    next_page: str = ""
    missing_links: int = field(default=0)


def pick_list(page: Numbered, clicks: Sequence[int], *, negatives: Sequence[int] = ()) -> list[ListChoice] | str:
    """Choices, the best first; or in words why the clicks make no list.

    `clicks` are two or more elements in different items; items that hold one of `negatives` are unwanted.
    """
    nodes = [node for number in dict.fromkeys(clicks) if (node := page.node(number)) is not None]
    if len(nodes) < 2:
        return "click on two items of the list"
    parent, children = _parting(page, nodes[:2])
    if parent is None:
        return "one lies inside the other: click on two different items"
    found: dict[tuple[int, ...], ListChoice] = {}
    for items in _item_selectors(page, parent, children, negatives):
        numbers = tuple(page.css(items.css))
        if _wanted(page, numbers, nodes, negatives) and numbers not in found:
            found[numbers] = _choice(page, items, numbers)
    if not found:
        return "nothing tells these items from the rest of the page: click on two items that look alike"
    return sorted(found.values(), key=_rank)[:MOST]


def _parting(page: Numbered, nodes: Sequence[LexborNode]) -> tuple[LexborNode | None, list[LexborNode]]:
    """Where the two ways up meet, and the children there that lead to the clicks."""
    first = [nodes[0], *ancestors(nodes[0])]
    second = [nodes[1], *ancestors(nodes[1])]
    numbers = {page.number(node): at for at, node in enumerate(first)}
    for at, node in enumerate(second):
        meets = numbers.get(page.number(node))
        if meets is not None:
            return (None, []) if not at or not meets else (node, [first[meets - 1], second[at - 1]])
    return None, []


def _item_selectors(
    page: Numbered, parent: LexborNode, children: list[LexborNode], negatives: Sequence[int]
) -> list[Compound]:
    """Items below a container that is alone on the page, and by themselves."""
    if children[0].tag != children[1].tag:
        return []
    items = sorted(shared(*children), key=lambda one: (-one.survival, one.css))[:6]
    items += [_without(one, name) for one in items for name in _unwanted_classes(page, children, negatives)]
    places = [
        (anchor, ">" if node.mem_id == parent.mem_id else "")
        for node in (parent, *list(ancestors(parent))[:6])
        for anchor in compounds(node, 4)
        if page.css(anchor.css) == [page.number(node)]
    ]
    found = [_below(anchor, step, item) for item in items for anchor, step in places[:8]]
    return [*found, *(item for item in items if item.alone >= 0.6)]


def _unwanted_classes(page: Numbered, children: list[LexborNode], negatives: Sequence[int]) -> list[str]:
    """Classes by which what is refused differs from what is wanted, of itself or of what it stands in."""
    refused = [node for number in negatives if (node := page.node(number)) is not None]
    around = [one for node in refused for one in (node, *list(ancestors(node))[:4])]
    return list(dict.fromkeys(name for one in around for name in classes_of_its_own(one, children)))[:3]


def _without(items: Compound, name: str) -> Compound:
    return Compound(f"{items.css}:not(.{name})", items.survival * 0.8, items.alone, items.words)


def _below(anchor: Compound, step: str, item: Compound) -> Compound:
    css = f"{anchor.css} > {item.css}" if step else f"{anchor.css} {item.css}"
    return Compound(css, anchor.survival * item.survival, anchor.alone, anchor.words | item.words)


def _wanted(page: Numbered, numbers: Sequence[int], clicks: Sequence[LexborNode], negatives: Sequence[int]) -> bool:
    held = set(numbers)
    refused = [node for number in negatives if (node := page.node(number)) is not None]
    return all(_inside(page, node, held) for node in clicks) and not any(_inside(page, node, held) for node in refused)


def _inside(page: Numbered, node: LexborNode, numbers: set[int]) -> bool:
    return any(page.number(one) in numbers for one in (node, *ancestors(node)))


def _choice(page: Numbered, items: Compound, numbers: tuple[int, ...]) -> ListChoice:
    nodes = [page.nodes[number] for number in numbers]
    fields = _fields(nodes)
    links = [link for node in nodes if (link := _link(node)) is not None]
    shown = tuple(
        (text_of(link)[:120], urljoin(page.page.url, link.attributes["href"] or "")) for link in links[:SHOWN]
    )
    return ListChoice(
        f"css:{items.css}", len(nodes), fields, shown, numbers, _regularity(nodes), items.survival, _next_page(page), len(nodes) - len(links)
    )  # fmt: skip


def _rank(choice: ListChoice) -> tuple[float, ...]:
    """Items that look alike and lead somewhere first, more of them before fewer, then what is likely to last."""
    leading = 1 - choice.missing_links / choice.count
    return (-round(choice.regularity * leading, 1), -choice.count, -choice.survival, len(choice.items))


def _regularity(nodes: Sequence[LexborNode]) -> float:
    """Share of items whose elements are those of the most frequent shape."""
    shapes = Counter(frozenset(str(child.tag) for child in node.traverse(include_text=False)) for node in nodes)
    return shapes.most_common(1)[0][1] / len(nodes)


def _link(item: LexborNode) -> LexborNode | None:
    """The link with the longest text, of the item itself where it is one."""
    links = [item] if item.tag == "a" else item.css("a[href]")
    return max((one for one in links if one.attributes.get("href")), key=lambda one: len(text_of(one)), default=None)


def _fields(items: Sequence[LexborNode]) -> dict[str, str]:
    link = _common(items, _link)
    if not link:
        return {}
    found = {"url": f"css:{link}::attr(href)", "title": f"css:{link}"}
    if sum(len(text_of(node)) >= _TITLE_LEAST for item in items if (node := _link(item))) * 2 < len(items):
        del found["title"]
    if date := _common(items, _dated):
        found["published"] = f"css:{date}"
    return found


def _common(items: Sequence[LexborNode], find: Callable[[LexborNode], LexborNode | None]) -> str:
    """The compound that finds the same element as `find` in most items, as the first match inside them."""
    sought = [(item, node) for item in items if (node := find(item)) is not None and node.mem_id != item.mem_id]
    counts: Counter[Compound] = Counter()
    for item, node in sought[:30]:
        for one in compounds(node, 12):
            first = item.css_first(one.css)
            counts[one] += first is not None and first.mem_id == node.mem_id
    if not counts:
        return ""
    best, count = max(counts.items(), key=lambda pair: (pair[1], pair[0].survival * pair[0].alone, pair[0].css))
    return best.css if count * 2 > len(sought[:30]) else ""


def _dated(item: LexborNode) -> LexborNode | None:
    """The innermost element that shows little more than a date."""
    found = None
    for node in item.traverse(include_text=False):
        text = text_of(node)
        if len(text) <= 30 and _DATE.search(text):
            found = node
    return found


def _next_page(page: Numbered) -> str:
    if page.css("a[rel=next]") or page.css("link[rel=next]"):
        return "css:[rel=next]::attr(href)"
    for node in page.page.tree.css("a[href]"):
        text = collapse(node.text(deep=True))
        if len(text) <= 14 and _NEXT.match(text) and "'" not in text:
            return f"xpath://a[normalize-space(.)='{text}']/@href"
    return ""
