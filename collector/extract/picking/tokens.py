"""What a selector may hold on to, and how likely each is still there after the next redesign.

The priors are those measured for this product on redesigned news pages: words that say what a thing is outlive words that say how it looks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

_NAME = re.compile(r"[A-Za-z_\u0080-\uffff][\w\u0080-\uffff-]{0,60}")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[\u0080-\uffff]+")
_LONG_NUMBER = re.compile(r"\d{4}")
_GENERATED = re.compile(
    r"^(?:css|sc|jsx|svelte|emotion|styled)-|(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]{7,}$|__[A-Za-z0-9]{5,}$"
)
_UTILITY = re.compile(
    r"^(?:[mp][trblxy]?-\d|col-|row-|w-|h-|d-|text-|font-|bg-|flex|grid|float|pull-|clear|fl$|fr$|hidden|visible|wow|ng-|js-)"
)
_STATES = "active on off cur current first last odd even selected show hide open opened closed hover focus new hot top loaded lazy"
_STATE = frozenset(_STATES.split())
_ROLE_WORDS = (
    "title headline heading tit bt biaoti body content article text story entry post zhengwen zw nr neirong author byline writer zuozhe zz"
    " source laiyuan ly date time published pubtime pubdate shijian fbsj sj summary lead item list news detail main"
)
_ROLES = frozenset(_ROLE_WORDS.split())
_TAGS = {
    "h1": 0.96,
    "article": 0.95,
    "main": 0.95,
    "time": 0.95,
    "h2": 0.88,
    "h3": 0.86,
    "header": 0.88,
    "section": 0.86,
}
_TAG = 0.85
_VALUES = {"itemprop": 0.94, "property": 0.94, "rel": 0.85, "role": 0.8, "name": 0.7}
# How likely a selector that is alone on this page is alone on others, before any other page was looked at.
_ALONE_TAGS = frozenset({"h1", "main", "article"})


@dataclass(frozen=True, slots=True)
class Compound:
    """`css` matches one element by itself; `alone`: as above; `words` are what it holds on to."""

    css: str
    survival: float
    alone: float
    words: frozenset[str]


def compounds(node: LexborNode, most: int = 8) -> list[Compound]:
    """The surest first."""
    tag = str(node.tag or "")
    bare = Compound(tag, _TAGS.get(tag, _TAG), 0.9 if tag in _ALONE_TAGS else 0.3, frozenset({tag}))
    held = sorted(_tokens(node), key=lambda one: (-one.survival, one.css))[:4]
    found = [bare, *held]
    found += [_both(one.css if one.css.startswith("*") else f"{tag}{one.css}", bare, one) for one in held]
    found += [
        _both(one.css + other.css, one, other)
        for at, one in enumerate(held)
        for other in held[at + 1 :]
        if not (one.css.startswith("#") or other.css.startswith("#"))
    ]
    return sorted(found, key=lambda one: (-one.survival * one.alone, len(one.css), one.css))[:most]


def shared(one: LexborNode, other: LexborNode) -> list[Compound]:
    """Compounds that match both, without states where there are others: every second row is no list."""
    known = {compound.css for compound in compounds(other, 40)}
    found = [compound for compound in compounds(one, 40) if compound.css in known]
    return [compound for compound in found if not compound.words & _STATE] or found


def classes_of_its_own(node: LexborNode, others: list[LexborNode]) -> list[str]:
    """Classes that the element has and none of the others."""
    theirs = {name for other in others for name in (other.attributes.get("class") or "").split()}
    own = (node.attributes.get("class") or "").split()
    return [name for name in own if name not in theirs and _NAME.fullmatch(name)]


def _both(css: str, one: Compound, other: Compound) -> Compound:
    return Compound(css, one.survival * other.survival, max(one.alone, other.alone), one.words | other.words)


def _tokens(node: LexborNode) -> list[Compound]:
    attributes = node.attributes
    found = []
    if (name := attributes.get("id")) and _NAME.fullmatch(name):
        found.append(Compound(f"#{name}", _survival(name), 0.9, frozenset({name})))
    for name in dict.fromkeys((attributes.get("class") or "").split()[:12]):
        if _NAME.fullmatch(name):
            found.append(Compound(f".{name}", _survival(name), 0.6, frozenset({name})))
    for key, survival in _VALUES.items():
        value = attributes.get(key)
        if value and _NAME.fullmatch(value):
            found.append(Compound(f'[{key}="{value}"]', survival, 0.9, frozenset({value})))
    return found


def _survival(name: str) -> float:
    parts = [part.lower() for part in _PARTS.findall(name)]
    if _LONG_NUMBER.search(name):
        return 0.03
    if _GENERATED.search(name) and not _ROLES & set(parts):
        return 0.15
    if _UTILITY.match(name):
        return 0.3
    if name.lower() in _STATE:
        return 0.4
    if _ROLES & set(parts):
        return 0.9
    return 0.65 if any(part.isdigit() for part in parts) else 0.78
