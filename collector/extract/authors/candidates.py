"""All lists of names that may be a page's authors, each with what speaks for it; and what speaks for none."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from collector.extract.authors.elements import from_clues
from collector.extract.authors.head import from_jsonld, from_metas
from collector.extract.authors.lines import from_lines
from collector.extract.authors.lists import Lists
from collector.extract.authors.relations import describe, nobody_of
from collector.extract.clues import Clues
from collector.extract.page import Page
from collector.extract.ranking import Candidate

# Marks the candidate NOBODY of a page that names a person plainly.
STATED = "nobody:stated"


def author_candidates(
    page: Page, clues: Clues, sites: list[str], lines: Sequence[str] = (), title: str = ""
) -> list[Candidate]:
    """Every list of names, and last the candidate NOBODY. ``lines`` are the visible lines around the article."""
    lists = Lists(sites, urlsplit(page.url).hostname or "")
    from_jsonld(page, lists)
    from_metas(page, lists)
    from_clues(clues, lists)
    from_lines(lines, title, lists)
    describe(lists, page, title)
    nobody = nobody_of(page, clues, lists, title)
    if any(_stated(one.features) for one in lists.found.values()):
        nobody.features.add(STATED)
    return [*lists.found.values(), nobody]


def _stated(features: set[str]) -> bool:
    """Whether a person is named so plainly that the page cannot be held for one without an author."""
    if features & {"zh:label", "meta:citation_author"} or ("ld:org:whole" in features and "site" not in features):
        return True
    if "meta&shape:2" in features and "names:1" not in features:
        return True
    if not features & {"shape:2", "shape:3", "shape:4", "shape:person-zh"}:
        return False
    if "ld" in features and features & {"ld:NewsArticle", "ld:Article", "ld:BlogPosting"}:
        return True
    first = "css:clean:first" in features and features & {
        "css:clean:exact",
        "css:clean:rel",
        "css:clean:item",
        "css:clean:byline",
    }
    return bool(first or {"css:clean", "css:by"} <= features or features & {"line:by:below1", "line:by:below2"})
