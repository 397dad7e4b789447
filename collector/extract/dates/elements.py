"""Days in elements that are made or named for times."""

from __future__ import annotations

import re

from collector.extract.clues import ARTICLE, BIO, CHROME, COMMENT, FOREIGN, HEADER, RELATED, Clue, Clues
from collector.extract.dates.days import Days
from collector.extract.dates.printed import CLOCK, FULL, PUBLISHED, is_update, start_of
from collector.extract.text import collapse

_MAX_TIMES, _MAX_MARKED = 25, 25

_MAX_TEXT = 160

FLAGS = ((CHROME, "chrome"), (FOREIGN, "foreign"), (COMMENT, "comment"), (BIO, "bio"), (HEADER, "header"), (ARTICLE, "article"))  # fmt: skip

_NAMES = ("publi", "posted", "date", "time", "datum", "meta", "info", "source")

_ATTRIBUTES = ("datetime", "content", "data-timestamp", "data-time", "data-utc", "title")

_SPLIT = re.compile(r"\s*[|•·]\s*|\b(?:updated|actualizado|aktualisiert|mis à jour)\b", re.IGNORECASE)


def from_times(clues: Clues, days: Days) -> None:
    """Time elements and microdata; one marked as modified gives only the first time of its text."""
    count = 0
    for clue in clues.times:
        item = (clue.attributes.get("itemprop") or "").lower()
        if clue.tag not in ("time", "abbr") and "date" not in item and "data-timestamp" not in clue.attributes:
            continue
        if count >= _MAX_TIMES:
            return
        around = clues.around(clue.node)
        text = collapse(clue.node.text(separator=" ")[:300]) if clue.tag != "meta" else ""
        if around & (COMMENT | RELATED):
            days.foreign.add(text or "-")
            continue
        marks = _marks("time", around, count, clue, item)
        if "modif" in item or "updat" in clue.marks or "modif" in clue.marks:
            parts = [part for part in _SPLIT.split(text) if part and re.search(r"\d{2}", part)]
            if len(parts) > 1:
                days.add(parts[0], "css:time::text", 3, *marks, "time:before-update")
            continue
        given = False
        for name in _ATTRIBUTES:
            if value := clue.attributes.get(name):
                given = bool(days.add(value[:200], f"css:time::attr({name})", 2, *marks, "time:attr")) or given
        # Beside an exact attribute a text such as "17 hrs" only tells when the copy was made.
        if text and len(text) < 120 and (not given or FULL.search(text)):
            given = bool(days.add(text, "css:time::text", 3, *marks, "time:text")) or given
        count += given


def _marks(kind: str, around: int, count: int, clue: Clue, item: str) -> list[str]:
    found = [kind, f"{kind}:{min(count, 4)}"] + [f"{kind}:{name}" for flag, name in FLAGS if around & flag]
    if "publish" in item or "pubdate" in clue.attributes:
        found.append(f"{kind}:itemprop")
    if not around & (CHROME | FOREIGN | COMMENT):
        found.append(f"{kind}:clean")
        if count == 0:
            found.append(f"{kind}:clean:0")
    return found


def from_marked(clues: Clues, days: Days) -> None:
    """Elements whose class or id speaks of a date, and whose text is short and holds one."""
    count = 0
    for clue in clues.times:
        if clue.tag in ("time", "abbr", "meta") or count >= _MAX_MARKED:
            continue
        text = collapse(clue.node.text(separator=" ")[:400])
        if (
            not 6 <= len(text) <= _MAX_TEXT
            or not (found := FULL.search(text))
            or CLOCK.search(text)
            or is_update(text, found)
        ):
            continue
        around = clues.around(clue.node)
        if around & (COMMENT | RELATED):
            days.foreign.add(text or "-")
            continue
        name = next((name for name in _NAMES if name in clue.marks), "other")
        marks = [*_marks("marked", around, count, clue, ""), f"marked:{name}"]
        if PUBLISHED.search(text):
            marks.append("marked:label")
        if len(text) < 30:
            marks.append("marked:pure")
        count += bool(days.add(text[start_of(text, found) :], "css:[class]::text", 4, *marks))
