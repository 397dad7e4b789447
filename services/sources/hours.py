"""Daily hours such as `22:00-06:00` in a time zone (pure): half-open, over midnight where the end comes first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, tzinfo
from typing import Any

from kit.errors import InvalidInput
from services.zones import zone

_SPAN = re.compile(r"^(\d{1,2}):(\d{2})\s{0,3}[-–/]\s{0,3}(\d{1,2}):(\d{2})\Z")


@dataclass(frozen=True, slots=True)
class Hours:
    """From `start` (inside) to `end` (outside); equal ends mean the whole day."""

    start: time
    end: time

    def contains(self, moment: datetime, where: tzinfo) -> bool:
        now = moment.astimezone(where).time().replace(tzinfo=None)
        if self.start == self.end:
            return True
        if self.start < self.end:
            return self.start <= now < self.end
        return now >= self.start or now < self.end


def parse(text: str) -> Hours:
    """Reads `HH:MM-HH:MM`; 24:00 ends a day. Raises InvalidInput."""
    match = _SPAN.match(text.strip())
    try:
        if match is None:
            raise ValueError(text)
        hour, minute, end_hour, end_minute = (int(part) for part in match.groups())
        return Hours(
            time(hour, minute), time(end_hour % 24 if end_hour == 24 and not end_minute else end_hour, end_minute)
        )
    except ValueError as error:
        raise InvalidInput(f"hours must look like 22:00-06:00, not {text[:40]!r}", field="window") from error


def probe(case: dict[str, Any]) -> list[bool]:
    """For each of `times` (ISO 8601; without offset: local to `tz`), whether it is inside `window`."""
    window, where = case["window"], zone(case.get("tz", "UTC"))
    text = window if isinstance(window, str) else _span(window)
    hours = parse(text)
    return [hours.contains(_moment(value, where), where) for value in case["times"]]


def _span(window: Any) -> str:
    if isinstance(window, dict):
        start, end = window.get("start", window.get("from")), window.get("end", window.get("to"))
        return f"{start}-{end}"
    return "-".join(str(part) for part in window)


def _moment(value: str, where: tzinfo) -> datetime:
    moment = datetime.fromisoformat(value)
    return moment if moment.tzinfo else moment.replace(tzinfo=where)
