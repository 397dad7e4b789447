"""All days on which a page may have been published, each with what speaks for it; and what speaks for no day at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from urllib.parse import urlsplit

from collector.extract.clues import ARTICLE, BIO, CHROME, COMMENT, FOREIGN, HEADER, Clue, Clues
from collector.extract.dates.moment import Moment
from collector.extract.dates.printed import CLOCK, FULL, PUBLISHED, RELATIVE, is_update, start_of
from collector.extract.dates.stated import (
    MODIFIED_METAS,
    WEAK_METAS,
    labelled_times,
    printed_anywhere,
    published_metas,
    script_times,
    url_days,
)
from collector.extract.jsonld import strings, types_of
from collector.extract.page import Page
from collector.extract.ranking import Candidate
from collector.extract.text import collapse
from collector.extract.title.clean import folded

NOTHING = "none"
_MAX_TIMES, _MAX_MARKED, _MAX_HEAD, _MAX_FOOT = 25, 25, 60, 30
_MAX_TEXT = 160
_FLAGS = ((CHROME, "chrome"), (FOREIGN, "foreign"), (COMMENT, "comment"), (BIO, "bio"), (HEADER, "header"), (ARTICLE, "article"))  # fmt: skip
_NAMES = ("publi", "posted", "date", "time", "datum", "meta", "info", "source")
_ATTRIBUTES = ("datetime", "content", "data-timestamp", "data-time", "data-utc", "title")
# A page that stamps itself while it is rendered is at most this far from the moment it was fetched.
_RENDER_CLOCK, _PRINTED_CLOCK = timedelta(seconds=5), timedelta(minutes=2)
_SPLIT = re.compile(r"\s*[|•·]\s*|\b(?:updated|actualizado|aktualisiert|mis à jour)\b", re.IGNORECASE)
_DIGITS = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Witness:
    """One statement of a time: the value as read, the rule that found it, and how well it is trusted for the time of day."""

    value: str
    path: str
    rank: int


@dataclass(slots=True)
class _Days:
    """Statements grouped by calendar day."""

    at: Moment
    found: dict[str, Candidate] = field(default_factory=dict)
    read: dict[str, str | None] = field(default_factory=dict)

    def add(self, text: str, path: str, rank: int, *features: str) -> str | None:
        """Take a statement in where it is a day after 1990 and not the page's own clock; answers the value."""
        if not _DIGITS.search(text) and path != "generic:relative":
            return None
        value = self.read.get(text, "")
        if value == "":
            value = self.read[text] = self.at.read(text)
        if value is None or value[:4] < "1990" or self._is_clock(value, path, rank):
            return None
        one = self.found.setdefault(value[:10], Candidate([], path))
        one.value.append(Witness(value, path, rank))
        one.features.update(features)
        return value

    def _is_clock(self, value: str, path: str, rank: int) -> bool:
        if len(value) == 10 or path == "generic:relative":
            return False
        distance = abs(datetime.fromisoformat(value) - self.at.now)
        return distance <= (_PRINTED_CLOCK if rank >= 5 else _RENDER_CLOCK)


def date_candidates(
    page: Page, clues: Clues, at: Moment, lines: Sequence[str] = (), title: str = ""
) -> list[Candidate]:
    """Every day that the page states, and last the candidate NOTHING. ``lines`` are the visible lines around the article."""
    days = _Days(at)
    declared = _declared(page, days)
    _from_times(clues, days)
    _from_marked(clues, days)
    _from_lines(lines, title, days)
    if not declared.get("pub") and not declared.get("meta"):
        for path, text in labelled_times(page.html):
            days.add(text, path, 5, "labelled")
    told = any("relative" in one.features for one in days.found.values())
    for path, text in script_times(page.html):
        days.add(
            text,
            path,
            6,
            "script",
            "script:epoch" if text.isdigit() else "script:iso",
            "script:told" if told else "script:alone",
        )
    for path, text in url_days(page.url):
        days.add(text, path, 7, "url")
    _join_zones(days)
    _relate(page, days, declared)
    _only_published(days, declared, told)
    nothing = _nothing(page, days, declared)
    if not nothing_allowed(days.found.values()):
        nothing.features.add("nothing:strong")
    if (clues.lang or "").lower().startswith("zh") or any("\u4e00" <= char <= "\u9fff" for char in title):
        nothing.features.add("nothing:zh")
        for one in days.found.values():
            one.features |= {
                f"{name}:zh"
                for name in one.features & {"line", "line:label", "marked", "relative", "labelled", "script"}
            }
    return [*days.found.values(), nothing]


def _only_published(days: _Days, declared: dict[str, str], told: bool) -> None:
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


_STRONG = frozenset(
    (
        "ld:pub:NewsArticle",
        "ld:pub:BlogPosting",
        "ld:pub:Article",
        "meta:pub",
        "time:clean:0",
        "line:label",
        "marked:label",
    )
)


def _declared(page: Page, days: _Days) -> dict[str, str]:
    """What the head of the page states, by kind: "pub", "meta", "mod"."""
    found: dict[str, str] = {}
    article = page.article or {}
    kind = _kind(page)
    for key, name in (("datePublished", "pub"), ("uploadDate", "upload"), ("dateCreated", "created")):
        for text in strings(article.get(key))[:1]:
            value = days.add(text, f"jsonld:{key}", 0, f"ld:{name}", f"ld:{name}:{kind}")
            if value and name == "pub":
                found["pub"] = value
    for text in strings(article.get("dateModified"))[:1]:
        if value := days.at.read(text):
            found["mod"] = value
    for name in published_metas(page):
        value = days.add(page.metas[name][0], f"meta:{name}", 1, "meta:pub", f"meta:{name}")
        if value:
            found.setdefault("meta", value)
    for name in WEAK_METAS:
        for text in page.metas.get(name, ())[:1]:
            days.add(text, f"meta:{name}", 6, "meta:weak", f"meta:{name}")
    for name in MODIFIED_METAS:
        for text in page.metas.get(name, ())[:1]:
            if value := days.at.read(text):
                found.setdefault("mod", value)
    return found


def _kind(page: Page) -> str:
    names = types_of(page.article) if page.article else []
    for name in ("NewsArticle", "BlogPosting", "Article", "WebPage", "Recipe", "VideoObject", "DiscussionForumPosting"):
        if any(one.endswith(name) for one in names):
            return name
    return "other"


def _from_times(clues: Clues, days: _Days) -> None:
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
        if text and (len(text) < 120):
            given = bool(days.add(text, "css:time::text", 3, *marks, "time:text")) or given
        count += given


def _marks(kind: str, around: int, count: int, clue: Clue, item: str) -> list[str]:
    found = [kind, f"{kind}:{min(count, 4)}"] + [f"{kind}:{name}" for flag, name in _FLAGS if around & flag]
    if "publish" in item or "pubdate" in clue.attributes:
        found.append(f"{kind}:itemprop")
    if not around & (CHROME | FOREIGN | COMMENT):
        found.append(f"{kind}:clean")
        if count == 0:
            found.append(f"{kind}:clean:0")
    return found


def _from_marked(clues: Clues, days: _Days) -> None:
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
        name = next((name for name in _NAMES if name in clue.marks), "other")
        marks = [*_marks("marked", around, count, clue, ""), f"marked:{name}"]
        if PUBLISHED.search(text):
            marks.append("marked:label")
        if len(text) < 30:
            marks.append("marked:pure")
        count += bool(days.add(text[start_of(text, found) :], "css:[class]::text", 4, *marks))


def _from_lines(lines: Sequence[str], title: str, days: _Days) -> None:
    wanted = folded(title)
    head = [line for line in lines if line][: _MAX_HEAD + _MAX_FOOT]
    place = next((index for index, line in enumerate(head) if wanted and folded(line) == wanted), None)
    count = 0
    for index, line in enumerate(head):
        if len(line) > _MAX_TEXT:
            _from_dateline(line, index, place, days)
            continue
        if CLOCK.search(line):
            continue
        marks = [f"line:{_distance(index, place)}"]
        if found := FULL.search(line):
            if is_update(line, found):
                days.add(line[start_of(line, found) :], "generic:update", 5, "line:update")
                continue
            marks += ["line", "line:label"] if PUBLISHED.search(line) else ["line"]
            marks.append("line:pure" if len(line) <= 24 else "line:short" if len(line) <= 60 else "line:long")
            marks.append(f"line:no{min(count, 3)}")
            count += bool(
                days.add(line[start_of(line, found) :], "generic:text", 4 if "line:label" in marks else 5, *marks)
            )
        elif len(line) <= 40 and (told := RELATIVE.search(line)):
            days.add(line[told.start() :], "generic:relative", 5, "relative", *marks)


def _from_dateline(line: str, index: int, place: int | None, days: _Days) -> None:
    """A paragraph that opens with a date ("Berlin, 1. Februar 2022 – ...")."""
    if (found := FULL.search(line[:60])) and not CLOCK.search(line[:60]) and not is_update(line, found):
        days.add(
            line[start_of(line, found) : found.end() + 10],
            "generic:text",
            5,
            "dateline",
            f"dateline:{_distance(index, place)}",
        )


def _distance(index: int, place: int | None) -> str:
    if place is None:
        return f"untitled:{min(index // 4, 5)}"
    gap = index - place
    if gap < 0:
        return "above1" if gap >= -2 else "above"
    return next((f"below{limit}" for limit in (1, 2, 3, 5, 8, 14) if gap <= limit), "far")


def _join_zones(days: _Days) -> None:
    """The same moment told in UTC and in local time is one day: the local one."""
    times = [(day, one) for day, candidate in days.found.items() for one in candidate.value if len(one.value) > 10]
    for day, one in times:
        if not one.value.endswith("Z") or one.rank > 2:
            continue
        moment = datetime.fromisoformat(one.value)
        for other, two in times:
            if abs((date.fromisoformat(other) - moment.date()).days) == 1 and _same(moment, two):
                if day in days.found and other in days.found:
                    days.found[other].features |= days.found[day].features
                    days.found.pop(day)
                break


def _same(moment: datetime, local: Witness) -> bool:
    """Whether a local time tells the moment: by its offset, or printed without one at a whole quarter hour's distance."""
    other = datetime.fromisoformat(local.value)
    apart = abs((other - moment).total_seconds())
    if apart < 61:
        return not local.value.endswith("Z")
    printed = local.rank >= 3 and apart <= 14 * 3600
    return printed and (apart % 900 < 60 or apart % 900 > 840)


def _relate(page: Page, days: _Days, declared: dict[str, str]) -> None:
    kind = _kind(page)
    stated = (declared.get("pub") or declared.get("meta") or "")[:10]
    order = sorted(days.found)
    for day, one in days.found.items():
        features = one.features
        seen = any(witness.rank >= 2 and witness.rank <= 5 for witness in one.value)
        declares = bool(features & {"ld:pub", "meta:pub"})
        features.add(("seen" if seen else "unseen") + (":declared" if declares else ""))
        if declares and not seen and printed_anywhere(page.html, day, days.at):
            features.add("printed")
        elif declares and not seen:
            features.add(f"unseen:{kind}" if "ld:pub" in features else "unseen:meta")
        if "ld:pub" in features and "meta:pub" in features:
            features.add("both-declared")
        if day == declared.get("mod", "")[:10]:
            features.add("is-modified")
        if stated and day != stated:
            gap = (date.fromisoformat(day) - date.fromisoformat(stated)).days
            features.add("beside-declared" if abs(gap) == 1 else "after-declared" if gap > 0 else "before-declared")
        if any(len(witness.value) > 10 for witness in one.value):
            features.add("timed")
        if (
            seen
            and not features & _CLEAN
            and features & {"marked:foreign", "time:foreign", "marked:comment", "time:comment"}
        ):
            features.add("only-foreign")
        if "url" in features and seen:
            features.add("url+seen")
        if len(order) > 1 and day == order[0]:
            features.add("earliest")
        if len(order) > 1 and day == order[-1]:
            features.add("latest")


_CLEAN = frozenset(("line", "labelled", "dateline", "time:clean", "marked:clean", "ld:pub", "meta:pub"))


def _nothing(page: Page, days: _Days, declared: dict[str, str]) -> Candidate:
    kind = (page.meta("og:type") or ("", "none"))[1].lower()
    path = urlsplit(page.url).path.rstrip("/") if "://" in page.url else ""
    slug = path.rsplit("/", 1)[-1]
    features = {"nothing", f"nothing:og:{kind if kind in ('article', 'website', 'none') else 'other'}"}
    features.add(f"nothing:ld:{_kind(page) if page.article else 'none'}")
    features.add(
        "nothing:home" if not path else "nothing:words" if slug.count("-") + slug.count("_") >= 3 else "nothing:short"
    )
    features.add(f"nothing:depth{min(path.count('/'), 4)}")
    features.add(f"nothing:days{min(len(days.found), 4)}")
    features.add("nothing:declared" if "pub" in declared or "meta" in declared else "nothing:undeclared")
    if re.search(r"\d{5}", path):
        features.add("nothing:number")
    return Candidate([], NOTHING, features)


def best_witness(one: Candidate) -> Witness:
    """The statement of a day that is told most exactly and trusted most."""
    witnesses: list[Witness] = one.value
    return min(witnesses, key=lambda witness: (len(witness.value) == 10, witness.rank))
