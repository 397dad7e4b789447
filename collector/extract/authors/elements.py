"""Names in elements that are made or named for authors."""

from __future__ import annotations

import re

from collector.extract.authors.chinese import is_person
from collector.extract.authors.lists import CJK, PLAIN, Lists
from collector.extract.authors.names import names_in, unlabelled
from collector.extract.clues import ARTICLE, ASIDE, BIO, CHROME, COMMENT, FOREIGN, HEADER, RELATED, Clue, Clues
from collector.extract.text import collapse

_MAX_NODES, _MAX_WHOLE = 30, 120

_FLAGS = ((CHROME, "chrome"), (FOREIGN, "foreign"), (COMMENT, "comment"), (BIO, "bio"), (HEADER, "header"), (ARTICLE, "article"))  # fmt: skip

_BY_AT_END = re.compile(r"\b(?:by|von|par|por)\s(?P<names>.{3,60})$", re.IGNORECASE)
_EXACT = frozenset(
    (
        "author",
        "vcard",
        "fn",
        "byline",
        "author-name",
        "entry-author",
        "post-author",
        "by-author",
        "author_name",
        "byline__name",
    )
)


def from_clues(clues: Clues, lists: Lists) -> None:
    seen: dict[str, int] = {}
    rel: list[str] = []
    bylines: list[str] = []
    for clue in clues.authors[:_MAX_NODES]:
        if clue.tag in ("article", "main", "body", "form", "input", "img"):
            continue
        text = clue.node.text(separator="\n")[:400].strip()
        if not text:
            continue
        around = clues.around(clue.node)
        if around & (COMMENT | RELATED | ASIDE):
            continue
        kind = _sort_of(clue)
        place = seen[kind] = seen.get(kind, -1) + 1
        marks = ["css", f"css:{kind}", f"css:{kind}:{min(place, 2)}"] + [
            f"css:{name}" for flag, name in _FLAGS if around & flag
        ]
        if not around & (CHROME | FOREIGN | COMMENT):
            marks += ["css:clean", f"css:clean:{kind}", *(["css:clean:first"] if place == 0 else [])]
        names = _of_node(clue, kind, text, lists, marks)
        if names and not around & (CHROME | FOREIGN | COMMENT | BIO):
            (rel if kind in ("rel", "item") else bylines).extend(names)
    if len(set(rel)) > 1:
        lists.add(rel, 'css:[rel="author"]', "css:all-rel")
    if len(set(bylines)) > 1:
        lists.add(bylines, 'css:[class*="author"]', "css:all-class")


def _sort_of(clue: Clue) -> str:
    if "author" in (clue.attributes.get("rel") or ""):
        return "rel"
    if "author" in (clue.attributes.get("itemprop") or ""):
        return "item"
    words = set((clue.attributes.get("class") or "").lower().split()) | {(clue.attributes.get("id") or "").lower()}
    if words & {"js_name", "js_author_name"}:
        return "js_name"
    if words & _EXACT:
        return "exact"
    return (
        "byline" if "byline" in clue.marks else "author" if "author" in clue.marks or "autor" in clue.marks else "other"
    )


def _of_node(clue: Clue, kind: str, text: str, lists: Lists, marks: list[str]) -> list[str]:
    """The names of one byline element: of its lines, the first that holds names."""
    path = "css:" + {"rel": "[rel=author]", "item": "[itemprop=author]", "js_name": "#js_name"}.get(
        kind, f"[class*={kind}]"
    )
    pieces = [piece for piece in (collapse(piece) for piece in text.split("\n")) if piece]
    whole = " ".join(pieces)
    if len(whole) <= _MAX_WHOLE and (names := _of_whole(pieces, whole, kind, lists, path, marks)):
        return names
    for piece in pieces[:6]:
        names = names_in(piece, organisations=lists.sites, single_word=False)
        if names and (not CJK.search(piece) or all(is_person(name) for name in names)):
            lists.add(names, path, *marks, "css:piece")
            return names
    return []


def _of_whole(pieces: list[str], whole: str, kind: str, lists: Lists, path: str, marks: list[str]) -> list[str]:
    exact = kind in ("rel", "item", "exact", "js_name")
    by = "css:by" if unlabelled(whole) != whole else "css:bare"
    names = names_in(", ".join(pieces), organisations=lists.sites) if len(pieces) > 1 else []
    if len(names) < 2:
        names = names_in(whole, organisations=lists.sites, single_word=exact and len(whole.split()) <= 2)
    if not names and (found := _BY_AT_END.search(whole)):
        names, by = names_in(found["names"], organisations=lists.sites), "css:by"
    if names and (not CJK.search(whole) or exact or by == "css:by" or all(is_person(name) for name in names)):
        lists.add(names, path, *marks, by)
        return names
    if exact and len(whole) <= 40 and PLAIN.match(unlabelled(whole)):
        lists.whole(whole, path, *marks, by, "css:whole")
    elif kind == "js_name" and len(whole) <= 20:
        lists.whole(whole, path, *marks, "css:whole")
    return []
