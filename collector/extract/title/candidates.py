"""All texts of a page that may be its headline, each with what speaks for it."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from urllib.parse import urlsplit

from collector.extract.clues import ARTICLE, BIO, CHROME, COMMENT, FOREIGN, HEADER, LOGO, Clue, Clues
from collector.extract.page import Page
from collector.extract.ranking import Candidate
from collector.extract.title.clean import folded, headline_part, names_host, plain, segments, without_site
from collector.extract.title.sources import jsonld_headline, meta_titles

_MAX_H1, _MAX_H2, _MAX_CLASSED = 6, 4, 5
_MAX_CHARS = 400
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_STOCK = re.compile(
    r"(?:404|not found|error|access denied|untitled|home(?:page)?|blog|news|search|menu|suche|share|comments?|kommentare|无标题|首页|首頁|正文|新闻|目录|登录"
    r"|leave a (?:reply|comment).{0,20}|related .{0,20}|table of contents|newsletter|read more|cookies?.{0,30})",
    re.IGNORECASE,
)
_FLAGS = ((CHROME, "chrome"), (FOREIGN, "foreign"), (COMMENT, "comment"), (LOGO, "logo"), (BIO, "bio"), (HEADER, "header"), (ARTICLE, "article"))  # fmt: skip


class _Pool:
    """Candidates by their folded text: what is written in several places is one candidate with several features."""

    def __init__(self, names: Collection[str], host: str) -> None:
        self.names, self.host = names, host
        self.known = {folded(name) for name in names}
        self.found: dict[str, Candidate] = {}

    def add(self, text: str, path: str, *features: str) -> str:
        """Take a text in; answers its folded form ("" where it holds nothing)."""
        key = folded(text)
        if not key or len(text) > _MAX_CHARS:
            return ""
        one = self.found.get(key)
        if one is None:
            one = self.found[key] = Candidate(text, path)
        one.features.update(features)
        return key

    def add_cut(self, text: str, path: str, name: str) -> None:
        """A text of the head of the page: without the site's known names, and its part that reads like the headline."""
        cut = without_site(text, self.names)
        self.add(cut, path, name if cut == text else f"{name}:cut")
        part = headline_part(cut, self.host)
        if part != cut:
            self.add(part, path, f"{name}:part")


def title_candidates(page: Page, clues: Clues, element: str, names: Collection[str]) -> list[Candidate]:
    """Every candidate, in the order in which they were found: metadata, the title element, headings."""
    pool = _Pool(names, urlsplit(page.url).hostname or "")
    if headline := jsonld_headline(page):
        pool.add_cut(headline, "jsonld:headline", "ld")
    for path, text in meta_titles(page):
        pool.add_cut(
            text, path, path.removeprefix("meta:") if path in ("meta:og:title", "meta:twitter:title") else "meta"
        )
    if element:
        _from_element(pool, element)
    _from_headings(pool, clues)
    _describe(pool, element)
    return list(pool.found.values())


def _from_element(pool: _Pool, element: str) -> None:
    pool.add_cut(element, "generic:title", "title")
    parts = segments(element)
    for index, part in enumerate(parts[:6]):
        place = "first" if index == 0 else "last" if index == len(parts) - 1 else "mid"
        pool.add(part, "generic:title", f"seg:{place}" if len(parts) > 1 else "seg:only")
    if len(parts) > 2:
        end = element.rfind(parts[-1])
        pool.add(element[:end].rstrip(" |-–—_·•»«:~*/｜"), "generic:title", "seg:but-last")


def _from_headings(pool: _Pool, clues: Clues) -> None:
    counts = {"h1": 0, "h2": 0, "class": 0}
    tops: list[str] = []
    for clue in clues.headings:
        kind = clue.tag if clue.tag in ("h1", "h2") else "class"
        if counts[kind] >= {"h1": _MAX_H1, "h2": _MAX_H2, "class": _MAX_CLASSED}[kind] or not _usable(clue):
            continue
        text = plain(clue.text())
        if not 1 < len(text) <= 300:
            continue
        around = clues.around(clue.node)
        marks = [f"{kind}:{name}" for flag, name in _FLAGS if around & flag]
        key = pool.add(text, f"generic:{kind}", kind, f"{kind}:{min(counts[kind], 3)}", *marks)
        cut = without_site(text, pool.names)
        if cut != text:
            pool.add(cut, f"generic:{kind}", f"{kind}:cut")
        if kind == "h1" and not around & (LOGO | FOREIGN | COMMENT):
            tops.append(key)
        if kind != "class" or counts[kind] < 3:
            _parts(pool, clue, kind)
        if "headline" in (clue.attributes.get("itemprop") or ""):
            pool.add(text, "generic:class", "itemprop")
        counts[kind] += 1
    if len(set(tops)) == 1 and tops[0]:
        pool.found[tops[0]].features.add("h1:sole")


def _usable(clue: Clue) -> bool:
    return clue.tag not in (
        "a",
        "li",
        "ul",
        "ol",
        "input",
        "img",
        "time",
        "html",
        "body",
        "button",
        "label",
        "form",
        "nav",
    )


def _parts(pool: _Pool, clue: Clue, kind: str) -> None:
    """A heading of several elements: a line above the headline ("kicker"), the headline, a line below it."""
    pieces = [plain(piece) for piece in clue.node.text(separator="\n")[:2_000].split("\n")]
    pieces = [piece for piece in pieces if piece]
    if not 2 <= len(pieces) <= 4:
        return
    pool.add(pieces[-1], f"generic:{kind}", f"{kind}:tail")
    pool.add(pieces[0], f"generic:{kind}", f"{kind}:front")
    pool.add(max(pieces, key=len), f"generic:{kind}", f"{kind}:longest")
    pool.add(f"{pieces[0].rstrip(':')}: {' '.join(pieces[1:])}", f"generic:{kind}", f"{kind}:colon")


def _describe(pool: _Pool, element: str) -> None:
    """Features that follow from the text itself and from how it relates to the title element."""
    whole = folded(element)
    parts = [folded(part) for part in segments(element)] if element else []
    grams_of = lru_cache(maxsize=None)(_grams)
    grams = grams_of(whole)
    heads = {
        name: [key for key, one in pool.found.items() if name in one.features or f"{name}:cut" in one.features]
        for name in ("og:title", "ld", "h1:sole", "h1:0")
    }
    for key, one in pool.found.items():
        features = one.features
        features.add(_length(one.value))
        if key in pool.known:
            features.add("site")
        elif names_host(one.value, pool.host):
            features.add("host")
        if _STOCK.fullmatch(one.value):
            features.add("stock")
        if whole:
            features.add(f"t:{_relation(key, whole, parts, grams, grams_of(key))}")
        for name, keys in heads.items():
            if keys and key not in keys:
                features.add(f"{name}:{_relation(key, keys[0], (), grams_of(keys[0]), grams_of(key))}")
        sources = {name.partition(":")[0] for name in features & _SOURCES}
        features.add(f"sources:{min(len(sources), 5)}")


_SOURCES = frozenset(
    ["ld", "ld:cut", "ld:part", "og:title", "og:title:cut", "og:title:part", "twitter:title", "twitter:title:cut", "twitter:title:part", "meta", "meta:cut"]
    + ["title", "title:cut", "title:part", "seg:first", "seg:only", "seg:last", "seg:mid", "h1", "h1:cut", "h2", "h2:cut", "class", "class:cut"]
)  # fmt: skip


def _length(text: str) -> str:
    size = len(text) + len(_CJK.findall(text))
    return next((f"size:{limit}" for limit in (4, 8, 14, 24, 40, 80, 140, 220) if size <= limit), "size:more")


def _grams(text: str) -> frozenset[str]:
    return frozenset(text[index : index + 3] for index in range(len(text) - 2))


def _relation(key: str, other: str, parts: Collection[str], grams: frozenset[str], own: frozenset[str]) -> str:
    """How a text stands to another: equal, its beginning, its end, within it, around it, alike, or foreign to it."""
    if key == other:
        return "equal"
    if other.startswith(key):
        return "begins" if len(key) >= 0.5 * len(other) else "begins-short"
    if other.endswith(key):
        return "ends" if len(key) >= 0.5 * len(other) else "ends-short"
    if key in other:
        return "within"
    if other in key:
        return "around"
    share = len(own & grams) / (min(len(own), len(grams)) or 1)
    return next(f"alike:{limit}" for limit in (0.8, 0.6, 0.4, 0.2, 0.0) if share >= limit)
