"""find_authors: the likeliest of all lists of names that a page gives, or nobody."""

from __future__ import annotations

from collections.abc import Sequence

from collector.extract.authors.candidates import STATED, author_candidates
from collector.extract.authors.relations import NOBODY
from collector.extract.authors.weights import WEIGHTS
from collector.extract.model import Field, missing
from collector.extract.page import Page
from collector.extract.ranking import Ranked, ranked
from collector.extract.title.sources import site_names


def find_authors(
    page: Page, *, lines: Sequence[str] = (), site_name: str | None = None, title: str | None = None
) -> Field:
    """Author names in order, an empty list where the page names nobody.

    ``lines`` are the visible lines around headline and end of the article, where bylines stand, ``title`` the headline among
    them. A person outranks an organisation; an organisation is given only where the page itself calls it the author.
    ``confidence`` is the probability of the answer among all lists of names and none.
    """
    for one in rank_authors(page, lines=lines, site_name=site_name, title=title)[:1]:
        if one.candidate.path != NOBODY:
            return Field(list(one.candidate.value), one.candidate.path, confidence=round(one.probability, 3))
    return missing(value=[])


def rank_authors(
    page: Page, *, lines: Sequence[str] = (), site_name: str | None = None, title: str | None = None
) -> list[Ranked]:
    """All lists of names, the likeliest first, with the candidate NOBODY unless a person is named plainly."""
    candidates = author_candidates(page, page.clues, site_names(page, site_name), lines, title or "")
    found = ranked(candidates, WEIGHTS)
    return [one for one in found if STATED not in one.candidate.features]
