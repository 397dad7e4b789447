"""Names in the visible lines around the article: after a label, beside a date, alone under the headline."""

from __future__ import annotations

import re
from collections.abc import Sequence

from collector.extract.authors.chinese import is_person, labelled_names
from collector.extract.authors.lists import CJK, PLAIN, Lists
from collector.extract.authors.names import is_name, names_in
from collector.extract.title.clean import folded

_MAX_LINES, _MAX_LINE = 100, 160

_DATE = r"(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}\.?\s[^\W\d_]{3,10}\.?\s(?:19|20)\d{2}|[A-Z][a-z]{2,8}\.?\s\d{1,2},?\s(?:19|20)\d{2})"

_BY = r"(?:by|von|vom|par|por|di|door|av|af|del?|od|autor|author|text(?:\s(?:by|von))?|auteur|words|written\sby|posted\sby|reported\sby|redaktion|artikel\svon|автор)"

_PATTERNS = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("by", rf"^{_BY}\s?:?\s(?P<names>.{{2,100}})$"),
        ("date-by", rf"{_DATE}.{{0,12}}\b(?:by|von|vom|par|por)\s(?P<names>[^|•·]{{2,60}})$"),
        ("posted-by", r"\b(?:posted|publi[a-z]+|written|veröffentlicht|erstellt|geschrieben)\b.{0,40}\b(?:by|von|vom|par|por)\s(?P<names>[^|•·]{2,60})$"),
        ("in-by", r"[|•·–—-]\s(?:by|von|par|por|autor:?|text:?|author:?)\s(?P<names>[^|•·]{2,60})(?:$|[|•·])"),
        ("label", r"\b(?:autor(?:in|en)?|author|text|redaktion|foto und text|auteur|redactor)\s?:\s(?P<names>[^|•·:]{2,60})(?:$|[|•·])"),
        ("name-date", rf"^(?P<names>[^\d|•·:]{{3,40}}?)\s?[|•·,–—-]?\s?{_DATE}"),
        ("date-name", rf"{_DATE}(?:,?\s\d{{1,2}}:\d{{2}}(?:\sUhr)?)?\s?[|•·,–—-]\s?(?P<names>[^\d|•·:]{{3,40}})$"),
    )
)  # fmt: skip

# No pattern fits a line without a digit and without one of the words that introduce a name.
_HINT = re.compile(rf"\d|\b{_BY}\b|auteur|redactor", re.IGNORECASE)
_ZH_ACCOUNT = re.compile(r"^(?:原创\s?)?(?P<names>[^\s\d：:|.]{2,14})\s+(?:19|20)\d{2}[-年/.]\d{1,2}[-月/.]\d{1,2}")

_TITLE_NAME = re.compile(r"^(?P<names>[\u3400-\u9fff]{2,3})[:：]")

_UNDER = frozenset(("below1", "below2", "below4", "untitled"))

_NEAR = frozenset(("above", "below1", "below2", "below4", "below8", "untitled"))

_CUT = re.compile(r"\s*[|•·–—(]|\s(?:on|am|le|el|um|in|for)\s(?=\S*\d)|,?\s*\d{1,2}[./:]|,?\s(?=(?:19|20)\d{2})")


def from_lines(lines: Sequence[str], title: str, lists: Lists) -> None:
    wanted = folded(title)
    head = [line for line in lines if line][:_MAX_LINES]
    place = next((index for index, line in enumerate(head) if wanted and folded(line) == wanted), None)
    for label, names in labelled_names(head):
        lists.add(names, "generic:byline", f"zh:{label}", "zh:label")
    if (found := _TITLE_NAME.match(title)) and is_person(found["names"]):
        lists.add([found["names"]], "generic:title", "zh:title")
    for index, line in enumerate(head):
        if len(line) <= _MAX_LINE:
            where = _distance(index, place)
            _from_line(line, where, lists)
            squeezed = line.replace(" ", "").replace("\u3000", "")
            if where in _UNDER and is_person(squeezed) and folded(line) != wanted and not _in_menu(head, index):
                lists.add([squeezed], "generic:byline", "zh:alone", f"zh:alone:{where}")


def _in_menu(head: Sequence[str], index: int) -> bool:
    """Whether a line next to this one is as short: words of a menu, not a name."""
    beside = [head[place] for place in (index - 1, index + 1) if 0 <= place < len(head)]
    return any(len(line) <= 4 and CJK.match(line) for line in beside)


def _from_line(line: str, where: str, lists: Lists) -> None:
    if CJK.search(line):
        if found := _ZH_ACCOUNT.match(line):
            lists.whole(found["names"], "generic:byline", "zh:account", f"line:{where}")
        return
    for name, pattern in _PATTERNS if _HINT.search(line) else ():
        if found := pattern.search(line):
            text = _CUT.split(found["names"])[0].strip() or found["names"]
            names = names_in(text, organisations=lists.sites)
            marks = ("line", f"line:{name}", f"line:{where}", f"line:{name}:{where}")
            lists.add(names, "generic:by", *marks)
            if not names and name not in ("name-date", "date-name") and len(text.split()) <= 3 and PLAIN.match(text):
                lists.whole(text, "generic:by", *marks, "line:whole")
            return
    if where in _NEAR and len(line) <= 45 and is_name(line) and line[0].isupper():
        lists.add([line], "generic:byline", "line:alone", f"line:alone:{where}")


def _distance(index: int, place: int | None) -> str:
    if place is None:
        return "untitled" if index < 12 else "untitled-far"
    gap = index - place
    return "above" if gap < 0 else next((f"below{limit}" for limit in (1, 2, 4, 8, 14) if gap <= limit), "far")
