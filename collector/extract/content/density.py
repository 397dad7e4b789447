"""The element that holds the article: paragraphs vote for their containers, links and page furniture vote against."""

from __future__ import annotations

import re

from collector.extract.content.blocks import Block, Flat

_POSITIVE = re.compile(
    r"article|body|content|entry|main|page|post|text|blog|story|\bcon\b|zhengwen|wenzhang|nei?rong|detail|artical|\bzw\b|cont\b|rich_media|js_content|\btxt|prose"
)
_NEGATIVE = re.compile(
    r"comment|combx|contact|foot|masthead|\bmedia\b|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|side\b|sponsor|shopping|tags\b|tool|widget|nav|menu|"
    r"banner|breadcrumb|crumb|copyright|login|popup|hot|rank|recommend|tuijian|xiangguan|pinglun|teaser|newsletter|subscribe|cookie|disqus|pager|\bad\b|\bads\b|advert|header"
)
# Furniture inside an article: dropped with all it holds unless it holds much of the text.
FURNITURE = re.compile(
    r"(?:^|[\s_-])(?:share|sharing|social|related|recommend\w*|tags?|tag-?list|breadcrumbs?|crumbs?|comments?|reply|respond|newsletter|subscribe|subscription|signup|promo\w*|advert\w*|ads?|sponsor\w*|copyright|"
    r"author-?(?:box|bio|info)|bio|byline|pagination|pager|page-?nav|navigation|nav|menu|toolbar|tools|widget|sidebar|cookie\w*|print|caption|credit|toc|outbrain|taboola|popular|trending|read-?more|"
    r"more-?(?:on|from|stories)|see-?also|editor|zebian|shengming|disclaimer|xiangguan|tuijian|rating|vote|teaser\w*|footer|metadata|post-?meta|entry-?meta|meta|hidden|sr-only|screen-reader-text|visually-hidden)(?:[\s_-]|$|s\b)"
)
_TAGS = {"article": 15, "main": 10, "div": 5, "section": 3, "pre": 3, "td": 3, "blockquote": 3}
_TAGS |= dict.fromkeys(("ol", "ul", "dl", "dd", "dt", "li", "form", "address"), -3)
_TAGS |= dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6", "th"), -5)
_CHROME = frozenset(("nav", "footer", "aside", "header", "form", "menu", "dialog"))
_COMMAS = re.compile(r"[,，、،。；]")
_MIN_PARAGRAPH = 25.0
_ARTICLE_BODY = re.compile(r"articlebody")


def scores(flat: Flat) -> list[float]:
    """One score for each element, its share of link text already taken off."""
    found = [0.0] * len(flat.elements)
    touched: set[int] = set()
    for block in flat.blocks:
        vote = paragraph_vote(block)
        if vote > 0:
            _vote_upwards(flat, block.element, vote, found, touched)
    for index in touched:
        element = flat.elements[index]
        found[index] += _initial(element.tag, element.marks)
        density = element.link_size / element.size if element.size else 1.0
        found[index] *= 1.0 - min(1.0, density)
        if element.tag in _CHROME:
            found[index] *= 0.2
    return found


def paragraph_vote(block: Block) -> float:
    """What a block gives its container: for length and punctuation, nothing when short or mostly links."""
    if block.size < _MIN_PARAGRAPH or block.link_density > 0.5:
        return 0.0
    commas = len(_COMMAS.findall(block.text))
    return (1.0 + min(commas, 20) + min(block.size / 100.0, 3.0 * (1 + block.text.count("\n")))) * (
        1.0 - block.link_density
    )


def _vote_upwards(flat: Flat, index: int, vote: float, found: list[float], touched: set[int]) -> None:
    if (
        flat.elements[index].tag in ("p", "span", "li", "h1", "h2", "h3", "h4", "blockquote")
        and flat.elements[index].parent >= 0
    ):
        index = flat.elements[index].parent
    for share in (1.0, 0.5, 0.17, 0.1):
        if index < 0:
            return
        found[index] += vote * share
        touched.add(index)
        index = flat.elements[index].parent


def _initial(tag: str, marks: str) -> float:
    points = float(_TAGS.get(tag, 0))
    if marks.strip():
        points += 25.0 * bool(_POSITIVE.search(marks)) - 25.0 * bool(_NEGATIVE.search(marks))
    return points


def best_elements(flat: Flat, found: list[float]) -> list[int]:
    """The top container, raised to an ancestor where others like it stand beside it, with the siblings that belong to it."""
    if not found:
        return []
    top = max(range(len(found)), key=found.__getitem__)
    if found[top] <= 0:
        return []
    top = _raised(flat, found, top)
    return sorted({top, *_siblings(flat, found, top)})


def _raised(flat: Flat, found: list[float], top: int) -> int:
    """Climb while the parent holds clearly more good text and hardly more links than the candidate."""
    current = top
    for _ in range(6):
        parent = flat.elements[current].parent
        if parent < 1 or flat.elements[parent].tag in ("body", "html"):
            break
        inner, outer = flat.elements[current], flat.elements[parent]
        gained = _prose(flat, parent) - _prose(flat, current)
        waste = (outer.size - inner.size) - gained
        if gained > 0.25 * _prose(flat, current) and waste < 0.35 * gained or found[parent] > 1.1 * found[current]:
            top = parent
        current = parent
    return top


def _prose(flat: Flat, index: int) -> float:
    element = flat.elements[index]
    blocks = flat.blocks[element.first_block : element.end_block]
    return sum(block.size for block in blocks if block.size >= 60 and block.link_density < 0.3)


def _siblings(flat: Flat, found: list[float], top: int) -> list[int]:
    parent = flat.elements[top].parent
    threshold = max(10.0, 0.2 * found[top])
    marks = flat.elements[top].marks
    chosen = []
    for index in range(parent + 1, len(flat.elements)):
        element = flat.elements[index]
        if element.parent != parent:
            continue
        bonus = 0.2 * found[top] if marks.strip() and element.marks == marks else 0.0
        if index != top and not element.hidden and element.tag not in _CHROME and found[index] + bonus >= threshold:
            chosen.append(index)
    return chosen
