"""The time of day next to a date: 15:04, 3:04 p.m., 下午3点04分, 14h30, with the zone behind it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

import regex

from collector.extract.dates.zones import suffix_zone

_PM = frozenset(["下午", "晚上", "傍晚", "午後", "午后", "夜间", "晚间", "夜", "오후", "pm", "p.m", "p.m.", "μμ"])
_AM = frozenset(["上午", "早上", "凌晨", "清晨", "早晨", "午前", "오전", "am", "a.m", "a.m.", "πμ"])
_HALF_BEFORE = r"(?P<before>上午|下午|晚上|傍晚|凌晨|清晨|早上|早晨|中午|晚间|夜间|午前|午後|午后|오전|오후)?"
_ZONE = r"(?P<zone>Z\b|\(?(?:GMT|UTC)\s?[+-]\d{1,2}(?::?\d{2})?|[+-]\d{2}:?\d{2}\b|[+-]\d{2}\b|\(?[A-ZМСК]{2,5}\)?\b)?"
TIME = regex.compile(
    _HALF_BEFORE
    + r"\s?(?P<hour>\d{1,2})\s?(?::|点|點|时|時|시|h\s?(?=\d)|(?<=\d)\.(?=\d\d\b)(?!\d\d\.\d))\s?(?P<minute>\d{1,2})?(?P<half>半)?\s?"
    + r"(?:(?::|分|분)\s?(?P<second>\d{1,2})?)?(?:[.,]\d{1,9})?\s?秒?초?\s?"
    + r"(?P<after>[ap]\.?m\b\.?)?\s{0,2}"
    + _ZONE,
    regex.IGNORECASE,
)
_HOUR_ONLY = regex.compile(r"\b(?P<hour>\d{1,2})\s?(?P<after>[ap]\.?m\b\.?)\s{0,2}" + _ZONE, regex.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """Hour (24 is the end of the day), minute, second; ``zone`` only where the text names one."""

    hour: int
    minute: int
    second: int
    zone: tzinfo | None

    def at(self, day: datetime, local: tzinfo) -> datetime:
        """This time on the given day, in its own zone or else in the source's."""
        start = day.replace(hour=0, minute=self.minute, second=self.second, microsecond=0, tzinfo=self.zone or local)
        return start.replace(hour=self.hour) if self.hour < 24 else start + timedelta(days=1)


def time_in(text: str, local: tzinfo) -> TimeOfDay | None | bool:
    """The first time of day in the text, None where there is none, False where there is an impossible one."""
    found = TIME.search(text) or _HOUR_ONLY.search(text)
    if not found:
        return None
    groups = found.groupdict()
    hour, minute = int(groups["hour"]), int(groups.get("minute") or (30 if groups.get("half") else 0))
    second = int(groups.get("second") or 0)
    hour = _in_24_hours(hour, (groups.get("before") or groups.get("after") or "").lower())
    if hour > 24 or (hour == 24 and minute + second > 0) or minute > 59 or second > 60:
        return False
    zone = suffix_zone(groups["zone"], local) if groups.get("zone") else None
    return TimeOfDay(hour, minute, min(second, 59), zone)


def _in_24_hours(hour: int, half: str) -> int:
    if half in _PM and hour < 12:
        return hour + 12
    if hour == 12 and half in ("晚上", "夜间", "夜"):
        return 24
    if half == "中午" and hour < 3:
        return hour + 12
    return 0 if half in _AM and hour == 12 else hour
