"""What of a page tells whether it is what was asked for (pure): title, headings, running text, shape. Bounded for hostile pages."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from collector.extract.limits import bounded

HTML_MAX: Final = 400_000
TEXT_MAX: Final = 60_000
NODES_MAX: Final = 4_000
SAID_MAX: Final = 1_000
_SHINGLE: Final = 4
_QUIET: Final = "script, style, noscript, template, svg, iframe"
_FURNITURE: Final = frozenset({"nav", "footer", "aside", "header", "form", "button", "select", "li", "menu"})
_SPACE: Final = re.compile(r"\s+")
_TOKEN: Final = re.compile(r"[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7a3]|[^\W_]+")
_JUMP: Final = re.compile(
    r"""(?:window\.|document\.|top\.|self\.|parent\.)?location(?:\.href|\.replace\s{0,5}\(|\.assign\s{0,5}\()?\s{0,5}=?\s{0,5}["']([^"'\s]{1,500})["']"""
)


@dataclass(frozen=True, slots=True)
class Page:
    """`running` are the characters of text in paragraphs outside links and furniture, `said` the beginning of that text; `jump` where a script goes at once; `canonical` as stated."""

    title: str = ""
    headings: tuple[str, ...] = ()
    text: str = ""
    running: int = 0
    tokens: frozenset[int] = frozenset()
    shape: frozenset[str] = frozenset()
    jump: str = ""
    canonical: str = ""
    password: bool = False
    said: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.title, *self.headings)


def read(html: str) -> Page:
    """Never raises: what cannot be parsed is an empty page."""
    # Selectors take quadratic time on elements nested without end.
    tree = LexborHTMLParser(bounded(html[:HTML_MAX])[0])
    jump = _jump(tree)
    canonical = next((node.attributes.get("href") or "" for node in tree.css("link[rel=canonical]")), "")
    password = tree.css_first("input[type=password]") is not None
    for node in tree.css(_QUIET):
        node.decompose()
    title = _clean(next((node.text() for node in tree.css("title")), ""))
    headings = tuple(filter(None, (_clean(node.text()) for node in tree.css("h1, h2")[:6])))
    text = _clean(tree.body.text(separator=" ") if tree.body else "")[:TEXT_MAX]
    running, said = _running(tree)
    return Page(title, headings, text, running, shingles(text), _shape(tree), jump, canonical, password, said)


def shingles(text: str) -> frozenset[int]:
    """Hashes of every four tokens in a row; a character of Chinese, Japanese or Korean is a token. The same within one process only."""
    tokens = _TOKEN.findall(text.lower())[:8000]
    return frozenset(hash(tuple(tokens[at : at + _SHINGLE])) for at in range(max(len(tokens) - _SHINGLE + 1, 1)))


def alike(one: Page, other: Page) -> float:
    """0 … 1: how much text and structure two pages share; text counts three quarters."""
    return 0.75 * _overlap(one.tokens, other.tokens) + 0.25 * _overlap(one.shape, other.shape)


def _overlap(one: Set[object], other: Set[object]) -> float:
    union = len(one | other)
    return len(one & other) / union if union else 1.0


def _clean(text: str) -> str:
    return _SPACE.sub(" ", text[: TEXT_MAX * 2]).strip()


def _running(tree: LexborHTMLParser) -> tuple[int, str]:
    total, said = 0, ""
    for node in tree.css("p, article, blockquote, pre")[:NODES_MAX]:
        if node.tag == "article" and node.css_first("p") is not None:
            continue
        if not _in_furniture(node):
            linked = sum(len(_clean(link.text())) for link in node.css("a"))
            text = _clean(node.text())
            total += max(len(text) - linked, 0)
            said = f"{said} {text}"[:SAID_MAX] if linked < len(text) / 2 else said
        if total > TEXT_MAX:
            break
    return total, said


def _in_furniture(node: LexborNode) -> bool:
    above = node.parent
    for _ in range(40):
        if above is None or above.tag in ("body", "article", "main"):
            return False
        if above.tag in _FURNITURE:
            return True
        above = above.parent
    return False


def _shape(tree: LexborHTMLParser) -> frozenset[str]:
    found = set()
    for node in tree.css("body *")[:NODES_MAX]:
        parent = node.parent
        above = parent.tag if parent is not None else ""
        found.add(
            f"{above}>{node.tag}.{(node.attributes.get('class') or '')[:60]}#{(node.attributes.get('id') or '')[:40]}"
        )
    return frozenset(found)


def _jump(tree: LexborHTMLParser) -> str:
    for node in tree.css("script")[:20]:
        script = (node.text() or "")[:2000]
        # Longer scripts mention locations for many reasons; a page that is only a jump has a short one.
        if 0 < len(script) < 600 and (found := _JUMP.search(script)):
            return found.group(1)
    return ""
