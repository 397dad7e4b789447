"""When a page was published and last changed: all days that the page states, weighed against each other and against none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from collector.extract.clues import CHROME, COMMENT, FOREIGN
from collector.extract.dates.candidates import STATED, date_candidates
from collector.extract.dates.days import best_witness
from collector.extract.dates.moment import Moment
from collector.extract.dates.printed import printed_updates
from collector.extract.dates.relations import NOTHING
from collector.extract.dates.stated import MODIFIED_METAS
from collector.extract.dates.weights import WEIGHTS
from collector.extract.jsonld import strings
from collector.extract.model import Field, missing
from collector.extract.page import Page
from collector.extract.ranking import Ranked, ranked

__all__ = ["Moment", "find_modified", "find_published", "rank_days"]

_MAX_MODIFIED = 5
_CHANGED = re.compile(r"<time[^<>]{0,300}(?:[uU]pdat|[mM]odif)")


def find_published(page: Page, at: Moment, lines: Iterable[str] = (), *, title: str | None = None) -> Field:
    """The publication time, or a not_found field; never the time of collection and never a page's render clock.

    ``lines`` are the visible lines around the article in document order, ``title`` its headline among them. The value is the
    most exact statement of the likeliest day; ``confidence`` is that day's probability among all days and no day.
    """
    for one in rank_days(page, at, lines, title=title)[:1]:
        if one.candidate.path != NOTHING:
            witness = best_witness(one.candidate)
            return Field(witness.value, witness.path, confidence=round(one.probability, 3))
    return missing()


def rank_days(page: Page, at: Moment, lines: Iterable[str] = (), *, title: str | None = None) -> list[Ranked]:
    """All days that the page states, the likeliest first, with the candidate NOTHING unless a day is stated plainly."""
    candidates = date_candidates(page, page.clues, at, list(lines), title or "")
    found = ranked(candidates, WEIGHTS)
    return [one for one in found if STATED not in one.candidate.features]


def find_modified(page: Page, at: Moment, lines: Iterable[str] = ()) -> Field:
    """The time of the last change that the page states, or a not_found field.

    ``lines`` are the visible lines around the article, where "Updated: ..." may stand.
    """
    for path, text in _modified_texts(page):
        if (value := at.read(text)) is not None:
            return Field(value, path, confidence=0.9)
    for text in printed_updates(lines):
        if (value := at.read(text)) is not None:
            return Field(value, "generic:update", confidence=0.7)
    return missing()


def _modified_texts(page: Page) -> Iterator[tuple[str, str]]:
    for text in strings((page.article or {}).get("dateModified"))[:1]:
        yield "jsonld:dateModified", text
    for name in MODIFIED_METAS:
        for content in page.metas.get(name, ())[:1]:
            yield f"meta:{name}", content
    if "dateModified" not in page.html and not ("<time" in page.html and _CHANGED.search(page.html)):
        return
    found = 0
    for clue in page.clues.times:
        item = (clue.attributes.get("itemprop") or "").lower()
        marked = "datemodified" in item or (clue.tag == "time" and ("updat" in clue.marks or "modif" in clue.marks))
        if marked and found < _MAX_MODIFIED and not page.clues.around(clue.node) & (CHROME | FOREIGN | COMMENT):
            found += 1
            yield (
                "css:[itemprop=dateModified]",
                clue.attributes.get("datetime") or clue.attributes.get("content") or clue.text(),
            )
