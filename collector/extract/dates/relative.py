"""Times told from now: 3小时前, 刚刚, 昨天 08:45, two hours ago, yesterday."""

from __future__ import annotations

import calendar
from datetime import UTC, datetime, timedelta

import regex

from collector.extract.dates.clock import TimeOfDay, time_in
from collector.extract.dates.words import chinese_number
from collector.extract.dates.zones import iso

_NOW = regex.compile(
    r"^(?:刚刚|刚才|方才|just now|right now|now|たった今|방금(?: 전)?|à l.instant|gerade eben|только что|ahora mismo)$"
)
_TRADITIONAL = str.maketrans("鐘時後點週個剛兩幾", "钟时后点周个刚两几")
_AGO = regex.compile(
    r"(?P<n>半|几|[0-9]{1,4}|[〇零一二三四五六七八九十廿两]{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|half an?)\s?个?(?P<half>半)?\s?"
    r"(?P<unit>秒钟?|分钟?|小时|钟头|点钟|天|日|周|星期|礼拜|月|年|時間|ヶ月|か月|カ月|週間|초|분|시간|일|주|개월|년"
    r"|s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:(?:ee)?ks?)?|mo(?:nth)?s?|y(?:(?:ea)?rs?)?)\.?"
    r"\s?(?:之?前|以前|전|ago)",
    regex.IGNORECASE,
)
_DAY_WORD = regex.compile(
    r"(?P<word>大前天|前天|昨天|昨日|昨晚|今天|今日|今早|今晚|yesterday|today|gestern|heute|vorgestern|hier|aujourd.hui|ayer|hoy|ieri|oggi"
    r"|ontem|hoje|вчера|сегодня|wczoraj|dzisiaj|dziś|어제|오늘|그저께|きのう|きょう|一昨日)",
    regex.IGNORECASE,
)
_DAYS = {"大前天": 3, "前天": 2, "一昨日": 2, "vorgestern": 2, "그저께": 2, "昨天": 1, "昨日": 1, "昨晚": 1}
_TODAY = frozenset(
    [
        "今天",
        "今日",
        "今早",
        "今晚",
        "today",
        "heute",
        "hoy",
        "oggi",
        "hoje",
        "сегодня",
        "dzisiaj",
        "dziś",
        "오늘",
        "きょう",
    ]
)
_NUMBERS: dict[str, float] = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
}
_NUMBERS |= {"nine": 9, "ten": 10, "half a": 0.5, "half an": 0.5, "半": 0.5}
_SECONDS = (("秒초s", 1), ("分분m", 60), ("小时点钟시時h", 3600), ("天日일d", 86_400), ("周星礼주週w", 604_800))


def relative_time(text: str, now: datetime) -> str | None:
    """ISO 8601 for a text that is told from ``now`` (which carries the source's zone), else None.

    Words such as "yesterday" without an hour give the bare date.
    """
    plain = text.translate(_TRADITIONAL).strip()
    if _NOW.match(plain.lower()):
        return iso(now)
    if found := _AGO.search(plain):
        return _ago(found, now, plain[found.end() :])
    if word := _DAY_WORD.search(plain):
        return _on_day(plain, word, now)
    return None


def _ago(found: regex.Match[str], now: datetime, rest: str) -> str | None:
    written, unit = found["n"].lower(), found["unit"].lower()
    number = _NUMBERS.get(written) or chinese_number(written)
    if number is None:
        return None
    amount = number + (0.5 if found["half"] else 0)
    months = _months(unit)
    if months:
        return iso(_months_back(now, round(amount * months)))
    seconds = next((size for marks, size in _SECONDS if unit[0] in marks), None)
    if not seconds:
        return None
    moment = now - timedelta(seconds=amount * seconds)
    clock = time_in(rest, now.tzinfo or UTC) if seconds >= 86_400 and rest else None
    return iso(clock.at(moment, now.tzinfo or UTC) if isinstance(clock, TimeOfDay) else moment)


def _months(unit: str) -> int:
    if unit.startswith(("年", "년", "y")):
        return 12
    return 1 if unit.startswith(("月", "ヶ月", "か月", "カ月", "개월", "mo")) else 0


def _months_back(now: datetime, months: int) -> datetime:
    index = now.year * 12 + now.month - 1 - months
    year, month = max(1, index // 12), index % 12 + 1
    return now.replace(year=year, month=month, day=min(now.day, calendar.monthrange(year, month)[1]))


def _on_day(text: str, word: regex.Match[str], now: datetime) -> str | None:
    name = word["word"].lower()
    local = now.tzinfo or UTC
    days = 0 if name in _TODAY or name.startswith("aujourd") else _DAYS.get(name, 1)
    rest = text[word.end() :] or text[: word.start()]
    clock = time_in(f"晚上{rest.strip()}" if name.endswith("晚") else rest, local)
    day = now - timedelta(days=days)
    if clock is False:
        return None
    if isinstance(clock, TimeOfDay):
        return iso(clock.at(day, local))
    return day.date().isoformat() if len(text) < 40 else None
