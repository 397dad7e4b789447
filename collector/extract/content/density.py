"""The element that holds the article: paragraphs vote for their containers, links and page furniture vote against."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from collector.extract.content.blocks import Block, Bools, Flat

_POSITIVE = re.compile(
    r"article|body|content|entry|main|page|post|text|blog|story|\bcon\b|zhengwen|wenzhang|nei?rong|detail|artical|\bzw\b|cont\b|rich_media|js_content|\btxt|prose"
)
_NEGATIVE = re.compile(
    r"comment|combx|contact|foot|masthead|\bmedia\b|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|side\b|sponsor|shopping|tags\b|tool|widget|nav|menu|"
    r"banner|breadcrumb|crumb|copyright|login|popup|hot|rank|recommend|tuijian|xiangguan|pinglun|teaser|newsletter|subscribe|cookie|disqus|pager|\bad\b|\bads\b|advert|header"
)
# Reader comments and consent dialogs are prose too: their paragraphs have no vote at all.
_FOREIGN = re.compile(
    r"(?:^|[\s_-])(?:comments?(?:list|section|area|body|item|text)?|comentarios?|commentaires?|disqus\w*|repl(?:y|ies)|respond|cookie\w*|consent\w*|onetrust\w*|ot-(?:pc|sdk)|gdpr\w*|pinglun|huifu"
    r"|newsletter\w*|subscrib\w*|modal|popup)(?=[\s_-]|$)|kom+enta?r|nforum"
)
_LEAVES = frozenset(("p", "span", "li", "h1", "h2", "h3", "h4", "blockquote"))
_OWN_TAGS = frozenset(("body", "article", "main", "p"))
_LARGE = 500.0
_FOREIGN_TAGS = frozenset(("nav", "footer", "aside", "dialog", "menu"))
_TAGS = {"article": 15, "main": 10, "div": 5, "section": 3, "pre": 3, "td": 3, "blockquote": 3}
_TAGS |= dict.fromkeys(("ol", "ul", "dl", "dd", "dt", "li", "form", "address"), -3)
_TAGS |= dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6", "th"), -5)
_CHROME = frozenset(("nav", "footer", "aside", "header", "form", "menu", "dialog"))
_COMMAS = re.compile(r"[,，、،。；]")
_MIN_PARAGRAPH = 25.0


def scores(flat: Flat) -> list[float]:
    """One score for each element, its share of link text already taken off."""
    found = [0.0] * len(flat.nodes)
    touched: set[int] = set()
    silent = foreign_elements(flat)
    for block in flat.blocks:
        if block.size >= _MIN_PARAGRAPH and not silent[block.element] and (vote := paragraph_vote(block)) > 0:
            _vote_upwards(flat, block.element, vote, found, touched)
    for index in touched:
        tag, marks = flat.kinds[flat.kind[index]]
        size, links = float(flat.size[index]), float(flat.link_size[index])
        found[index] = (found[index] + _TAGS.get(tag, 0)) * _by_marks(marks)
        found[index] *= 1.0 - min(1.0, links / size if size else 1.0)
        if tag in _CHROME:
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
    if flat.tag(index) in _LEAVES and flat.parent[index] >= 0:
        index = int(flat.parent[index])
    for share in (1.0, 0.5, 0.17, 0.1):
        if index < 0:
            return
        found[index] += vote * share
        touched.add(index)
        index = int(flat.parent[index])


def foreign_elements(flat: Flat) -> Bools:
    """For each element whether it belongs to comments, dialogs or asides; nowhere, if that would silence nearly all text."""
    state = np.zeros(len(flat.nodes), dtype=np.bool_)
    own = flat.where(lambda tag, marks: tag in _FOREIGN_TAGS or (tag not in _OWN_TAGS and _is_foreign(marks)))
    for index in np.flatnonzero(own).tolist():
        if index and not state[index] and not _holds_headline(flat, index):
            state[index : flat.last[index]] = True
    told = [(block.size, block.element) for block in flat.blocks if block.size >= _MIN_PARAGRAPH]
    heard = sum(size for size, element in told if not state[element])
    return state if heard > 0.05 * sum(size for size, _ in told) else np.zeros_like(state)


@lru_cache(maxsize=8192)
def _is_foreign(marks: str) -> bool:
    return bool(_FOREIGN.search(marks))


def _holds_headline(flat: Flat, index: int) -> bool:
    """A name such as "has-comments" or "paywall" on the element around the headline says nothing against its text."""
    return bool(flat.size[index] > _LARGE) and flat.nodes[index].css_first("h1") is not None


@lru_cache(maxsize=8192)
def _by_marks(marks: str) -> float:
    """A factor for what class and id say; small texts must not win by their name alone."""
    if not marks.strip():
        return 1.0
    factor = 1.25 if _POSITIVE.search(marks) else 1.0
    return factor * (0.5 if _NEGATIVE.search(marks) else 1.0)


def best_elements(flat: Flat, found: list[float]) -> list[int]:
    """The top container, raised to an ancestor where others like it stand beside it, with the siblings that belong to it."""
    if not found:
        return []
    top = max(range(len(found)), key=found.__getitem__)
    if found[top] <= 0:
        return []
    top = _main_article(flat, _raised(flat, found, top))
    return sorted({top, *_siblings(flat, found, top)})


def _raised(flat: Flat, found: list[float], top: int) -> int:
    """Climb while the parent holds clearly more good text and hardly more links than the candidate."""
    current = top
    for _ in range(6):
        parent, prose = int(flat.parent[current]), _prose(flat, current)
        if flat.tag(current) == "article" and prose > 200:
            break
        if parent < 1 or flat.tag(parent) in ("body", "html"):
            break
        gained = _prose(flat, parent) - prose
        waste = (flat.size[parent] - flat.size[current]) - gained
        if gained > 0.25 * prose and waste < 0.35 * gained or found[parent] > 1.1 * found[current]:
            top = parent
        current = parent
    return top


def _main_article(flat: Flat, top: int) -> int:
    """Of several article elements side by side in the candidate, the one with the h1, if it holds prose of its own."""
    articles = flat.where(lambda tag, marks: tag == "article")[top + 1 : flat.last[top]]
    inside = (np.flatnonzero(articles) + top + 1).tolist()
    if len(inside) < 2 or _prose(flat, inside[0]) < 0.1 * _prose(flat, top):
        return top
    headed: list[int] = [index for index in inside if flat.nodes[index].css_first("h1") is not None]
    return headed[0] if len(headed) == 1 and _prose(flat, headed[0]) > 200 else top


def _prose(flat: Flat, index: int) -> float:
    blocks = flat.blocks[flat.first[index] : flat.end[index]]
    return sum(block.size for block in blocks if block.size >= 60 and block.link_density < 0.3)


def _siblings(flat: Flat, found: list[float], top: int) -> list[int]:
    threshold = max(10.0, 0.2 * found[top])
    marks = flat.marks(top)
    chosen = []
    for index in np.flatnonzero(flat.parent == flat.parent[top]).tolist():
        tag, own = flat.kinds[flat.kind[index]]
        bonus = 0.2 * found[top] if marks.strip() and own == marks else 0.0
        if index != top and not flat.hidden[index] and tag not in _CHROME and found[index] + bonus >= threshold:
            chosen.append(index)
    return chosen
