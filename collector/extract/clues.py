"""One query over the tree for every element that may hold a headline, a byline or a time, and what stands around each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

from collector.extract.text import collapse

CHROME, FOREIGN, COMMENT, LOGO, ARTICLE, BIO, HEADER, RELATED, ASIDE = 1, 2, 4, 8, 16, 32, 64, 128, 256
_CLASSES = "tit headline auth autor byline writer date time publi posted datum meta info source"
_IDS = "tit auth date time info"
# Elements without class and id are told apart first: most tests on their attributes are spared.
_QUERY = ",".join(
    (
        "html,h1,h2,title,time,[itemprop],[rel~=author],abbr[title],[data-timestamp],.bt,#js_name",
        f"[class]:is({','.join(f'[class*={word!r} i]' for word in _CLASSES.split())})",
        f"[id]:is({','.join(f'[id*={word!r} i]' for word in _IDS.split())})",
    )
)
_TITLE = re.compile(r"(?:^|[\s_-])(?:title|headline|tit|bt|biaoti|titl\w{0,3})(?:[\s_-]|$)|(?:title|headline|tit)$")
_AUTHOR = re.compile(r"auth?or|byline|writer|verfasser|contributor|reporter|js_name|username|editor(?!ial|-)")
_TIME = re.compile(r"date(?!line)|time(?!line)|publi[sc]|posted|datum|meta|info|source|timestamp")
_WORD = re.compile(r"[a-z]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SITE = re.compile(r"site[-_]?(?:title|name)|(?<!b)(?<!ata)logo(?!n)", re.IGNORECASE)
_STATE = re.compile(r"\b(?:has|no|with|is|not|without|single|page|template)[-_]\S+")
_AROUND = {
    CHROME: "nav navbar navigation footer foot menu breadcrumb breadcrumbs crumb crumbs pagination pager copyright toolbar",
    FOREIGN: "widget latest teaser teasers card cards promo next prev previous archive newsletter carousel slider hot calendar ad ads advert"
    " advertisement banner modal popup cookie consent readmore aktuelle sidebar aside similar rank",
    FOREIGN
    | RELATED: "related recommend recommended recommendation recommendations river trending popular weather clock"
    " recirc outbrain taboola mostread tuijian xiangguan paihang",
    COMMENT: "comment comments commentlist reply replies respond disqus kommentar kommentare pinglun",
    LOGO: "logo brand branding masthead sitename sitetitle blogname",
    ARTICLE: "article articlebody story entry post hentry content main",
    BIO: "bio biography about authorbox authorbio profile vita",
    HEADER: "header head topbar",
}
_WORDS = {word: flag for flag, words in _AROUND.items() for word in words.split()}
_TAGS = {
    "nav": CHROME,
    "footer": CHROME,
    "aside": FOREIGN | ASIDE,
    "article": ARTICLE,
    "main": ARTICLE,
    "header": HEADER,
}
_MAX_NODES = 1_500
_MAX_MARKS = 300


@dataclass(slots=True)
class Clue:
    """One candidate element: its attributes, its class and id words in lower case, and its place in document order."""

    node: LexborNode
    tag: str
    attributes: dict[str, str | None]
    marks: str
    order: int
    _text: str | None = None

    def text(self) -> str:
        """Its text in one line, words of different elements apart, at most 4,000 characters."""
        if self._text is None:
            self._text = collapse(self.node.text(separator=" ")[:_MAX_TEXT])
        return self._text


_MAX_TEXT = 4_000


@dataclass(slots=True)
class Clues:
    """The candidates of a page by kind, in document order."""

    titles: list[Clue] = field(default_factory=list)
    headings: list[Clue] = field(default_factory=list)
    authors: list[Clue] = field(default_factory=list)
    times: list[Clue] = field(default_factory=list)
    lang: str | None = None
    _flags: dict[int, int] = field(default_factory=dict)

    def around(self, node: LexborNode | None) -> int:
        """What the element and those around it are named for: a sum of CHROME, FOREIGN,
        COMMENT, LOGO, ARTICLE, BIO, HEADER, RELATED (a surer FOREIGN) and ASIDE."""
        chain: list[LexborNode] = []
        flags = 0
        while node is not None:
            known = self._flags.get(node.mem_id)
            if known is not None:
                flags = known
                break
            chain.append(node)
            node = node.parent
        for part in reversed(chain):
            flags |= _named(part)
            self._flags[part.mem_id] = flags
        return flags


def find_clues(tree: LexborHTMLParser) -> Clues:
    """All candidates in one pass; at most 1,500 elements are looked at."""
    clues = Clues()
    seen: set[int] = set()
    for node in tree.css(_QUERY):
        key = node.mem_id
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > _MAX_NODES:
            break
        _sort(clues, node, len(seen))
    return clues


def _sort(clues: Clues, node: LexborNode, order: int) -> None:
    tag, attributes = node.tag or "", node.attributes
    if tag == "html":
        clues.lang = attributes.get("lang") or attributes.get("xml:lang")
        return
    if tag in ("body", "meta", "link", "script", "style", "input", "svg", "iframe"):
        if tag == "meta" and attributes.get("itemprop"):
            clues.times.append(Clue(node, tag, attributes, (attributes.get("itemprop") or "").lower(), order))
        return
    marks = f"{attributes.get('class') or ''} {attributes.get('id') or ''} {attributes.get('itemprop') or ''}"[
        :_MAX_MARKS
    ].lower()
    clue = Clue(node, tag, attributes, marks, order)
    headline, author, time = _kinds_of(marks)
    if tag == "title":
        clues.titles.append(clue)
    elif tag in ("h1", "h2") or headline:
        clues.headings.append(clue)
    if author or "author" in (attributes.get("rel") or ""):
        clues.authors.append(clue)
    if tag in ("time", "abbr") or time or "data-timestamp" in attributes:
        clues.times.append(clue)


def _named(node: LexborNode) -> int:
    """What an element's own tag, class and id say; a class that tells a state ("has-sidebar") names nothing."""
    tag = node.tag or ""
    flags = _TAGS.get(tag, 0)
    if tag in ("body", "html"):
        return flags
    attributes = node.attributes
    written = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"[:_MAX_MARKS]
    return flags | _flags_of(written) if len(written) > 1 else flags


# Sites name their elements alike on all pages, so a bounded memory of names saves most of the reading.
@lru_cache(maxsize=4096)
def _flags_of(written: str) -> int:
    flags = LOGO if _SITE.search(written) else 0
    for word in _WORD.findall(_CAMEL.sub("-", _STATE.sub(" ", written)).lower()):
        flags |= _WORDS.get(word, 0)
    return flags


@lru_cache(maxsize=4096)
def _kinds_of(marks: str) -> tuple[bool, bool, bool]:
    """Whether class and id words speak of a headline, an author, a time."""
    return bool(_TITLE.search(marks)), bool(_AUTHOR.search(marks)), bool(_TIME.search(marks))
