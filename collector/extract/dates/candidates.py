"""All days on which a page may have been published, each with what speaks for it; and what speaks for no day at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from collector.extract.clues import Clues
from collector.extract.dates.days import Days
from collector.extract.dates.elements import from_marked, from_times
from collector.extract.dates.head import from_head, from_source
from collector.extract.dates.lines import from_lines
from collector.extract.dates.moment import Moment
from collector.extract.dates.relations import join_zones, no_day, relate
from collector.extract.dates.stated import url_days
from collector.extract.page import Page
from collector.extract.ranking import Candidate

_HAN = re.compile(r"[\u4e00-\u9fff]")
# Marks the candidate NOTHING of a page that states a day plainly.
STATED = "nothing:stated"

_STRONG = frozenset(
    (
        "ld:pub:NewsArticle",
        "ld:pub:BlogPosting",
        "ld:pub:Article",
        "ld:pub:bare",
        "meta:pub",
        "time:clean:0",
        "line:label",
        "marked:label",
        "relative:near",
    )
)


def date_candidates(
    page: Page, clues: Clues, at: Moment, lines: Sequence[str] = (), title: str = ""
) -> list[Candidate]:
    """Every day that the page states, and last the candidate NOTHING. ``lines`` are the visible lines around the article."""
    days = Days(at)
    chinese = (clues.lang or "").lower().startswith("zh") or bool(_HAN.search("\n".join([title, *lines[:20]])))
    declared = from_head(page, days)
    from_times(clues, days)
    from_marked(clues, days)
    from_lines(lines, title, days)
    told = any("relative" in one.features for one in days.found.values())
    if told or not any(one.features & _STRONG for one in days.found.values()):
        from_source(page.html, days, told=told, chinese=chinese)
    for path, text in url_days(page.url):
        days.add(text, path, 7, "url")
    join_zones(days)
    relate(page, days, declared)
    _only_published(days, declared, told)
    nothing = no_day(page, days, declared)
    if not nothing_allowed(days.found.values()):
        nothing.features.add(STATED)
    if chinese:
        nothing.features.add("nothing:zh")
        for one in days.found.values():
            one.features |= {f"{name}:zh" for name in one.features & _BY_LANGUAGE}
    return [*days.found.values(), nothing]


_BY_LANGUAGE = frozenset(("line", "line:label", "marked", "relative", "labelled", "script"))


def _only_published(days: Days, declared: dict[str, str], told: bool) -> None:
    """A time of change is no publication, save on pages that print no other; a text such as "yesterday" yields to the script's time."""
    scripted = any("script" in one.features for one in days.found.values())
    others = [day for day, one in days.found.items() if "line:update" not in one.features]
    for day, one in list(days.found.items()):
        paths = {witness.path for witness in one.value}
        changed = paths == {"generic:update"} and (others or declared)
        if changed or (told and scripted and paths == {"generic:relative"}):
            days.found.pop(day)


def nothing_allowed(found: Iterable[Candidate]) -> bool:
    """Whether the page may be held for undated: not where metadata, a time element or a label state the day."""
    stated = set().union(*(one.features for one in found))
    return not stated & _STRONG or "ld:pub:Recipe" in stated
