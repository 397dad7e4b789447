"""Small article pages of our own, all different, for runs where what happens matters and not what is read."""

from __future__ import annotations

from tests.flow.site import Served
from tests.flow.site_server import STAMP

_PAGE = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body><article><h1>{title}</h1>'
    '<time datetime="2026-03-{day:02d}T08:00:00Z">{day} March 2026</time>{paragraphs}</article></body></html>'
)
_SENTENCE = (
    "The {noun} of number {number} was repaired in part {part} of the year and {stamp} was written into book {code}, "
    "as the council of the {noun} had decided after a long evening with {code} guests."
)
_NOUNS = (
    "harbour",
    "orchard",
    "library",
    "lantern",
    "workshop",
    "bridge",
    "railway",
    "garden",
    "market",
    "school",
    "river",
)


def article(number: int, folder: str = "a") -> Served:
    """Page number `number`; a site that stamps makes each visit of it another text."""
    title = f"Report {number} about the {_NOUNS[number % len(_NOUNS)]} of {folder}"
    body = _PAGE.format(
        title=title, day=number % 28 + 1, paragraphs="".join(_paragraph(number, folder, part) for part in range(4))
    )
    return Served(f"/{folder}/{number}.html", body.encode("utf-8"), "text/html; charset=utf-8", title)


def _paragraph(number: int, folder: str, part: int) -> str:
    code = f"{folder}{number * 7919 + part * 104729}"
    noun = _NOUNS[(number * 3 + part) % len(_NOUNS)]
    return f"<p>{_SENTENCE.format(noun=noun, number=number, part=part, code=code, stamp=STAMP)}</p>"
