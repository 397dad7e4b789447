"""Markup broken in the ways that servers, proxies, editors and attackers break it; the same for the same random source."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

_TAGS = ("<div>", "</div>", "<table>", "<p>", "</body>", "<html>", "<script>", "<!--", "<svg>", "<template>", "<select>", "<a href='", "<title>", "<plaintext>", "</article>", "<![CDATA[", "<h1>", "<time datetime=\"")  # fmt: skip
_TEXTS = ("\x00", "\ud800", "\ufffe", "&#x110000;", "&amp" * 50, "\u202e", "9" * 400, "2024-99-99", "\r", "]]>", '"', "'", "=", ">", "昨天", "1" * 13)  # fmt: skip
_LONGEST = 4_000


def mutated(html: str, random: Random) -> str:
    """The page after one to six changes."""
    for _ in range(random.randint(1, 6)):
        html = random.choice(_WAYS)(html, random)
    return html


def _span(html: str, random: Random) -> tuple[int, int]:
    start = random.randint(0, len(html))
    return start, min(len(html), start + random.randint(1, _LONGEST))


def _cut(html: str, random: Random) -> str:
    start, end = _span(html, random)
    return html[:start] + html[end:]


def _truncated(html: str, random: Random) -> str:
    return html[: random.randint(0, len(html))]


def _repeated(html: str, random: Random) -> str:
    start, end = _span(html, random)
    return html[:start] + html[start:end] * random.randint(2, 20) + html[end:]


def _moved(html: str, random: Random) -> str:
    start, end = _span(html, random)
    rest, place = html[:start] + html[end:], random.randint(0, len(html))
    return rest[:place] + html[start:end] + rest[place:]


def _with_tag(html: str, random: Random) -> str:
    place = random.randint(0, len(html))
    return html[:place] + random.choice(_TAGS) * random.choice((1, 1, 3, 500)) + html[place:]


def _with_text(html: str, random: Random) -> str:
    place = random.randint(0, len(html))
    return html[:place] + random.choice(_TEXTS) + html[place:]


def _without_sign(html: str, random: Random) -> str:
    """One of the signs that markup is made of is lost or doubled throughout a part of the page."""
    start, end = _span(html, random)
    sign = random.choice("<>\"'=/;")
    return html[:start] + html[start:end].replace(sign, random.choice(("", sign * 2))) + html[end:]


def _misread(html: str, random: Random) -> str:
    """A part of the page, or all of it, decoded with the wrong table."""
    start, end = random.choice((_span(html, random), (0, len(html))))
    part = html[start:end].encode("utf-8", "replace").decode(random.choice(("latin-1", "gb18030")), "replace")
    return html[:start] + part + html[end:]


_WAYS: tuple[Callable[[str, Random], str], ...] = (
    _cut, _truncated, _repeated, _moved, _with_tag, _with_text, _without_sign, _misread,
)  # fmt: skip
