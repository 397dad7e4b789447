"""The calendar day in a text: ISO, Chinese, Japanese and Korean forms, month names, and numbers whose order must be found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import regex

from collector.extract.dates.words import ERAS, WEEKDAYS, chinese_number, month_number

_CJK_DIGITS = "0-9〇○零一二三四五六七八九十廿卅"
_YEAR_FIRST = regex.compile(r"(?<![\d.])(?P<y>(?:19|20)\d{2})\s?([-/._])\s?(?P<m>\d{1,2})\s?\2\s?(?P<d>\d{1,2})(?!\d)")
_COMPACT = regex.compile(
    r"(?<!\d)(?P<y>(?:19|20)\d{2})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?=T?\d{6}|T?\d{4}\b|\D|$)"
)
_CJK = regex.compile(
    rf"(?P<y>(?:19|20)\d{{2}}|\d{{2}}|[〇○零一二三四五六七八九]{{4}})\s?(?:年|년)\s?"
    rf"(?P<m>[{_CJK_DIGITS}]{{1,3}})\s?(?:月|월)\s?(?P<d>[{_CJK_DIGITS}]{{1,3}})\s?(?:日|号|號|일)?"
)
_ERA = regex.compile(
    r"(?P<era>民[國国]|令和|平成|昭和|大正|明治)\s?(?P<y>元|[0-9〇零一二三四五六七八九十百]{1,5})\s?(?:年|[./-])\s?"
    rf"(?P<m>[{_CJK_DIGITS}]{{1,3}})\s?(?:月|[./-])\s?(?P<d>[{_CJK_DIGITS}]{{1,3}})"
)
_WORD = r"[^\W\d_]{3,14}"
_DAY_MONTH = regex.compile(
    rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|º|ª|°)?[.,]?[\s-]{{0,3}}(?:of\s|de\s|d[’'])?(?P<m>{_WORD})\.?,?(?:\s?del?\s|[\s,/-]{{1,3}})"
    r"(?P<y>(?:19|20)\d{2}|[’']?\d{2})(?![\d:])",
    regex.IGNORECASE,
)
_MONTH_DAY = regex.compile(
    rf"\b(?P<m>{_WORD})\.?[\s-]{{0,2}}(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\s?,\s?|[\s-]{{1,2}})(?P<y>(?:19|20)\d{{2}})(?!\d)",
    regex.IGNORECASE,
)
_JS_DATE = regex.compile(
    rf"\b(?P<m>{_WORD})\s(?P<d>\d{{1,2}})\s(?:\d{{1,2}}:\d{{2}}(?::\d{{2}})?\s)?(?:[A-Z]{{3,4}}\s)?(?P<y>(?:19|20)\d{{2}})\b"
)
_YEAR_MONTH_DAY = regex.compile(
    rf"(?P<y>(?:19|20)\d{{2}})[.,\s-]{{1,3}}(?P<m>{_WORD})\.?[\s-]{{1,2}}(?P<d>\d{{1,2}})(?!\d)"
)
_NUMBERS = regex.compile(
    r"(?<![\d.:/-])(?P<a>\d{1,2})\s?(?P<sep>[./-])\s?(?P<b>\d{1,2})\s?(?P=sep)\s?(?P<c>(?:19|20)\d{2}|\d{2})(?![\d:]|[./-]\d)"
)
_WEEKDAY = regex.compile(r"\b(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b", regex.IGNORECASE)
_BROKEN = regex.compile(r"(?:19|20)\d{2}\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}")


@dataclass(frozen=True, slots=True)
class Hints:
    """What decides between readings: the latest possible day, the language, the zone name, an order such as "DMY"."""

    latest: date
    lang: str
    tz: str
    order: str | None


@dataclass(frozen=True, slots=True)
class FoundDay:
    """A day and where in the text it was read."""

    day: date
    start: int
    end: int


def find_day(text: str, hints: Hints) -> FoundDay | None:
    """The first calendar day in the text by the most certain form that occurs in it, or None."""
    for pattern, read in _READERS:
        for found in pattern.finditer(text):
            if (day := read(found, text, hints)) is not None:
                return FoundDay(day, found.start(), found.end())
    return None


def looks_numeric(text: str) -> bool:
    """Whether the text has the shape of a full numeric date, so that no looser reading may be tried."""
    return bool(_BROKEN.search(text) or _NUMBERS.search(text))


def _valid(year: int | None, month: int | None, day: int | None) -> date | None:
    if not year or not month or not day:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _full_year(year: int, hints: Hints) -> int:
    """A year of two digits in the hundred years that end next year."""
    if year >= 100:
        return year
    full = hints.latest.year // 100 * 100 + year
    return full if full <= hints.latest.year + 1 else full - 100


def _plain(found: regex.Match[str], text: str, hints: Hints) -> date | None:
    return _valid(int(found["y"]), int(found["m"]), int(found["d"]))


def _cjk(found: regex.Match[str], text: str, hints: Hints) -> date | None:
    year = chinese_number(found["y"])
    return _valid(
        None if year is None else _full_year(year, hints), chinese_number(found["m"]), chinese_number(found["d"])
    )


def _era(found: regex.Match[str], text: str, hints: Hints) -> date | None:
    written = found["y"].replace("一百", "1").replace("百", "1")
    number = 1 if written == "元" else _era_year(found["y"], written)
    month, day = chinese_number(found["m"]), chinese_number(found["d"])
    return _valid(number + ERAS[found["era"]], month, day) if number else None


def _era_year(raw: str, written: str) -> int | None:
    if "百" not in raw:
        return chinese_number(raw)
    rest = chinese_number(written[1:].lstrip("零〇")) if len(written) > 1 else 0
    return None if rest is None else 100 + rest


def _named(found: regex.Match[str], text: str, hints: Hints) -> date | None:
    year = _full_year(int(found["y"].lstrip("’'")), hints)
    return _valid(year, month_number(found["m"]), int(found["d"]))


def _numbers(found: regex.Match[str], text: str, hints: Hints) -> date | None:
    a, b, c = int(found["a"]), int(found["b"]), int(found["c"])
    weekday = _WEEKDAY.search(text)
    wanted = WEEKDAYS[weekday.group(1).lower()] if weekday else None
    readings = [day for order in _orders(found, hints) if (day := _in_order(order, a, b, c, hints)) is not None]
    possible = [day for day in readings if day <= hints.latest + timedelta(days=1)]
    fitting = [day for day in possible if wanted is None or day.weekday() == wanted]
    if fitting or possible:
        return (fitting or possible)[0]
    return readings[0] if readings and readings[0] <= hints.latest + timedelta(days=366) else None


def _in_order(order: str, a: int, b: int, c: int, hints: Hints) -> date | None:
    parts = dict(zip(order, (a, b, c), strict=True))
    year = _full_year(parts["Y"], hints)
    if parts["Y"] < 100 and year < hints.latest.year - _SHORT_YEAR_SPAN:
        return None
    return _valid(year, parts["M"], parts["D"])


def _orders(found: regex.Match[str], hints: Hints) -> Iterator[str]:
    """Possible readings, the likeliest first; a year of two digits may also stand in front."""
    short = len(found["c"]) == 2
    if short and (hints.lang in ("zh", "ja", "ko") or hints.order == "YMD" or hints.tz.startswith(_YEAR_FIRST_ZONES)):
        yield "YMD"
    if hints.order in ("MDY", "DMY"):
        yield hints.order
    if found["sep"] == ".":
        yield "DMY"
    elif hints.tz in _MONTH_FIRST_ZONES or (hints.lang in ("en", "en-us", "") and hints.tz.startswith(_MONTH_FIRST)):
        yield "MDY"
    yield from ("DMY", "MDY")
    if short:
        yield "YMD"


# Two-digit years are a habit of the last decades; an older reading is a day or a month read as the year.
_SHORT_YEAR_SPAN = 40
_YEAR_FIRST_ZONES = ("Asia/Shanghai", "Asia/Taipei", "Asia/Tokyo", "Asia/Seoul", "Asia/Hong_Kong", "Asia/Urumqi", "PRC")
_MONTH_FIRST_ZONES = ("Asia/Manila",)
_MONTH_FIRST = (
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Phoenix", "America/Detroit",
    "America/Anchorage", "America/Boise", "America/Indiana", "America/Kentucky", "Pacific/Honolulu", "US/",
)  # fmt: skip
_Reader = Callable[["regex.Match[str]", str, Hints], date | None]
_READERS: tuple[tuple[regex.Pattern[str], _Reader], ...] = (
    (_YEAR_FIRST, _plain),
    (_ERA, _era),
    (_CJK, _cjk),
    (_DAY_MONTH, _named),
    (_MONTH_DAY, _named),
    (_JS_DATE, _named),
    (_YEAR_MONTH_DAY, _named),
    (_NUMBERS, _numbers),
    (_COMPACT, _plain),
)
