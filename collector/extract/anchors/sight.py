"""What a page shows: for each field its structural path and its anchor, and the texts that make the page's frame."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha1

from selectolax.lexbor import LexborNode

from collector.extract.anchors.locate import Place, place_of
from collector.extract.anchors.texts import Text, squeezed, structural_path, texts_of
from collector.extract.dates.page import Moment
from collector.extract.model import Extraction, Field
from collector.extract.page import Page

FIELDS = ("title", "content", "authors", "published")
ANCHOR_CHARS = 24
WINDOW = 6
# Begins the path of a value that stands nowhere in the body.
DECLARED = "="
MAX_FRAME = 600
_MIN_FRAME_CHARS = 2
_DIGITS = re.compile(r"\d+")
_MAX_FRAME_CHARS = 60


@dataclass(frozen=True, slots=True)
class FieldSight:
    """``path``: tags from body to the element, or "=" and the selector for a value that stands nowhere in the body (meta, JSON-LD).

    ``anchor``: the hash of the nearest preceding text ("" for none), ``label`` the text it was made of. ``before``: the hashes of up to six
    preceding texts, nearest first. ``size``: characters of the value.
    """

    path: str
    anchor: str
    label: str
    before: tuple[str, ...]
    size: int


@dataclass(frozen=True, slots=True)
class PageSight:
    """``fields`` holds only what was found. ``frame``: hashes of the page's short texts, their digits left out, in document order."""

    fields: Mapping[str, FieldSight] = field(default_factory=dict)
    frame: tuple[str, ...] = ()


def anchor_hash(text: str) -> str:
    """First 8 hex digits of the SHA-1 of the text without white space, its last 24 characters (those next to the field); "" for no text."""
    tail = squeezed(text)[-ANCHOR_CHARS:]
    return sha1(tail.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:8] if tail else ""


def look(
    html: str,
    *,
    url: str,
    found: Extraction,
    fetched_at: datetime,
    tz: str = "UTC",
    names: Collection[str] | None = None,
) -> PageSight:
    """Where the fields of an extraction (``names``, else all) stand on the page that it was made of.

    No markup raises; a naive ``fetched_at`` raises ValueError.
    """
    page = Page(html, url)
    at = Moment(fetched_at, tz, None, None)
    texts = texts_of(page.tree.body)
    fields = {name: getattr(found, name) for name in FIELDS} | dict(found.extra)
    wanted = {name: one for name, one in fields.items() if _has_value(one) and (names is None or name in names)}
    seen = {name: _sight(page, texts, name, one, at) for name, one in wanted.items()}
    return PageSight(seen, _frame(texts))


def _has_value(found: Field) -> bool:
    return found.value not in (None, "", [], ())


def _sight(page: Page, texts: list[Text], name: str, found: Field, at: Moment) -> FieldSight:
    size = len(found.value) if isinstance(found.value, str) else len(str(found.value))
    place = place_of(page, texts, name, found, at)
    if place is None:
        return FieldSight(f"{DECLARED}{found.path}", "", "", (), size)
    before = _before(texts, place)
    label = before[0] if before else ""
    hashes = tuple(anchor_hash(text) for text in before)
    return FieldSight(structural_path(_solid(place.node)), hashes[0] if hashes else "", label[-80:], hashes, size)


def _solid(node: LexborNode) -> LexborNode:
    """Without the formatting inside a line, which writers put where they like."""
    current = node
    while (current.tag or "") in ("b", "strong", "em", "i", "font", "u") and current.parent is not None:
        current = current.parent
    return current


def _before(texts: list[Text], place: Place) -> list[str]:
    """Preceding texts that hold a letter or a digit, nearest first: the part before the value inside its own text, then the texts before."""
    own = [place.prefix] if squeezed(place.prefix) else []
    earlier = (text.text for text in reversed(texts[max(0, place.index - 40) : place.index]))
    worded = [text for text in (*own, *earlier) if any(letter.isalnum() for letter in text)]
    return worded[:WINDOW]


def _frame(texts: list[Text]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for text in texts:
        bare = _DIGITS.sub("", squeezed(text.text))
        if _MIN_FRAME_CHARS <= len(bare) <= _MAX_FRAME_CHARS:
            found.setdefault(anchor_hash(bare))
    names = list(found)
    # Both ends: what a page that breaks off has lost stands at the end.
    return tuple(names if len(names) <= MAX_FRAME else names[: MAX_FRAME // 2] + names[-MAX_FRAME // 2 :])
