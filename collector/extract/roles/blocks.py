"""The role of each block of a page: headline, byline, time, main text, or none of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from collector.extract.content.blocks import Bools, Flat
from collector.extract.dates.printed import FULL, RELATIVE, start_of
from collector.extract.title.clean import folded

ROLES = ("title", "body", "author", "time", "other")
# A longer block that names a person or a day is text.
_LINE = 160


def block_roles(
    flat: Flat, body: Bools, title: str, authors: Sequence[str], published: str, read: Callable[[str], str | None]
) -> list[str]:
    """One of ROLES a block, from the fields of the page as found or as known.

    ``body`` has one entry a block; ``published`` is an ISO time or day, "" where there is none; ``read`` gives the ISO time of
    a printed one. A block that holds byline and time is "author".
    """
    wanted, names, day = folded(title), [folded(name) for name in authors if folded(name)], published[:10]

    def role(text: str, taken: bool) -> str:
        key = folded(text)
        if wanted and key == wanted:
            return "title"
        if taken:
            return "body"
        if len(text) > _LINE:
            return "other"
        if any(name in key for name in names):
            return "author"
        return "time" if day and _prints(text, day, read) else "other"

    return [role(block.text, bool(taken)) for block, taken in zip(flat.blocks, body, strict=True)]


def _prints(text: str, day: str, read: Callable[[str], str | None]) -> bool:
    """Whether a line prints a day."""
    found = FULL.search(text) or RELATIVE.search(text)
    return found is not None and (read(text[start_of(text, found) :]) or "")[:10] == day
