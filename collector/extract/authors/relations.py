"""What the lists of names of a page say about each other, and what speaks for nobody."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from collector.extract.authors.chinese import is_person
from collector.extract.authors.head import kind_of
from collector.extract.authors.lists import CJK, Lists
from collector.extract.clues import Clues
from collector.extract.page import Page
from collector.extract.ranking import Candidate
from collector.extract.title.clean import folded, names_host

NOBODY = "none"

_GROUPS = (("ld", "ld"), ("meta", "meta"), ("css", "css"), ("line", "line"), ("zh:label", "zh"))

_TEAM = re.compile(
    r"\b(?:redaktion|team|staff|editors?|editorial|desk|newsroom|admin|dpa|afp|reuters|ap|press|agency|agentur\w*)\b",
    re.IGNORECASE,
)

_SHAPED = frozenset(("ld", "meta", "css:clean", "css:by", "css:rel", "line", "line:by", "line:alone"))

_SERIOUS = frozenset(("ld", "meta", "css:clean", "line:by", "line:label", "line:posted-by", "line:date-by", "zh:label"))


def describe(lists: Lists, page: Page, title: str) -> None:
    known = {folded(name) for name in lists.sites}
    whole = folded(page.clues.titles[0].text()) if page.clues.titles else ""
    for key, one in lists.found.items():
        features, names = one.features, one.value
        features.add(f"names:{min(len(names), 4)}")
        if any(name in known for name in key):
            features |= {
                "site",
                *(
                    f"site:{name}"
                    for name in ("ld:org:whole", "ld:person:whole", "ld:text:whole", "meta:whole")
                    if name in features
                ),
            }
        elif any(names_host(name, lists.host) for name in names):
            features.add("host")
        if any(_TEAM.search(name) for name in names):
            features.add("team")
        shape = _shape(names)
        features.add(shape)
        features |= {f"{name}&{shape}" for name in features & _SHAPED}
        if any(name and name in whole for name in key):
            features.add("in-title")
        sources = [group for group, mark in _GROUPS if mark in features]
        features.add(f"sources:{len(sources)}")
        if not features & {"css", "line", "zh:label", "line:alone", "zh:alone", "zh:account"}:
            features.add("unseen")
        if "unseen" not in features and features & {"ld", "meta"}:
            features.add("declared&seen")
        for other, candidate in lists.found.items():
            if other != key and set(other) > set(key):
                features.add(
                    "part-of:"
                    + ("ld" if "ld" in candidate.features else "meta" if "meta" in candidate.features else "seen")
                )


def _shape(names: Iterable[str]) -> str:
    first = next(iter(names))
    if CJK.search(first):
        return "shape:person-zh" if is_person(first) else f"shape:zh{min(len(first), 6)}"
    words = first.split()
    if len(words) == 1:
        return "shape:handle" if first.islower() or any(char.isdigit() for char in first) else "shape:word"
    caps = sum(word[:1].isupper() for word in words)
    return f"shape:{min(len(words), 5)}" if caps == len(words) else "shape:mixed"


def nobody_of(page: Page, clues: Clues, lists: Lists, title: str) -> Candidate:
    kind = (page.meta("og:type") or ("", "none"))[1].lower()
    path = urlsplit(page.url).path.rstrip("/") if "://" in page.url else ""
    features = {
        "nobody",
        f"nobody:og:{kind if kind in ('article', 'website', 'none') else 'other'}",
        f"nobody:ld:{kind_of(page) if page.article else 'none'}",
    }
    features.add(
        "nobody:home" if not path else "nobody:words" if path.rsplit("/", 1)[-1].count("-") >= 3 else "nobody:short"
    )
    features.add(f"nobody:lists{min(sum(bool(one.features & _SERIOUS) for one in lists.found.values()), 4)}")
    if CJK.search(title):
        features.add("nobody:zh")
    if (clues.lang or "").lower().startswith("de"):
        features.add("nobody:de")
    return Candidate([], NOBODY, features)
