"""Reading and judging the publication time that the collector found. It is never filled from the collection time."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from email.utils import parsedate_to_datetime
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import regex

from cleaner.core.flags import Flag
from cleaner.core.settings import RuleSettings

_DATE: Final = regex.compile(
    r"([0-9]{4})[ ]?[-/.年][ ]?([0-9]{1,2})[ ]?[-/.月][ ]?([0-9]{1,2})[ ]?日?"
    r"(?:[ T,]{0,3}(?:([0-9]{1,2})[:：时時]([0-9]{1,2})(?:[:：分]([0-9]{1,2}))?分?秒?))?(?:[ ]?(?:Z|UTC|GMT))?"
)
_MONTHS: Final = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), start=1
    )
}
_DAY_MONTH: Final = regex.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th)? ([A-Za-z]{3,9})\.?,? ([0-9]{4})(?:,? ([0-9]{1,2}):([0-9]{2}))?"
)
_MONTH_DAY: Final = regex.compile(
    r"([A-Za-z]{3,9})\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})(?:,? ([0-9]{1,2}):([0-9]{2}))?"
)
_BARE_DATE: Final = regex.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EPOCH: Final = regex.compile(r"[0-9]{10}(?:[0-9]{3})?")
_MAX_CHARS: Final = 64


@dataclass(frozen=True, slots=True)
class PublishTime:
    """The accepted time as ISO 8601 (bare date where only the day is known) or None, the flag and what was seen."""

    value: str | None
    flag: Flag | None
    evidence: str


def zone_named(name: str) -> tzinfo:
    """The IANA zone of that name, UTC when there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def _from_parts(parts: tuple[str | None, ...], zone: tzinfo) -> datetime | date:
    year, month, day, *clock = (int(part) if part else None for part in parts)
    if year is None or month is None or day is None:
        raise ValueError("a date needs year, month and day")
    if not clock or clock[0] is None:
        return date(year, month, day)
    hour, minute, second = (*clock, None)[:3]
    return datetime(year, month, day, hour or 0, minute or 0, second or 0, tzinfo=zone)


def _numeric(text: str, zone: tzinfo) -> datetime | date | None:
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    return _from_parts(found.groups(), UTC if text[-1] in "ZCT" else zone)


def _worded(text: str, zone: tzinfo) -> datetime | date | None:
    if found := _DAY_MONTH.fullmatch(text):
        day, month, year, *clock = found.groups()
    elif found := _MONTH_DAY.fullmatch(text):
        month, day, year, *clock = found.groups()
    else:
        return None
    number = _MONTHS.get(month[:3].lower())
    return _from_parts((year, str(number), day, *clock), zone) if number else None


def _iso(text: str, zone: tzinfo) -> datetime | date | None:
    if _BARE_DATE.fullmatch(text):
        return date.fromisoformat(text)
    if _EPOCH.fullmatch(text):
        return datetime.fromtimestamp(int(text[:10]), UTC)
    if not text[:4].isdigit() or text[4:5] != "-":
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def _rfc5322(text: str, zone: tzinfo) -> datetime | None:
    moment = parsedate_to_datetime(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def parse_time(text: str, zone: tzinfo) -> datetime | date | None:
    """An aware datetime, a date where no time of day is written, or None; `zone` is that of times without offset.

    Reads ISO 8601, RFC 5322, seconds or milliseconds since 1970, Chinese and slashed dates, English month names.
    """
    text = " ".join(text.split())
    if not text or len(text) > _MAX_CHARS:
        return None
    for read in (_iso, _numeric, _worded, _rfc5322):
        try:
            moment = read(text, zone)
        except (ValueError, TypeError, OverflowError, IndexError):
            continue
        if moment is not None:
            return moment
    return None


def _start(moment: datetime | date, zone: tzinfo) -> datetime:
    return moment if isinstance(moment, datetime) else datetime(moment.year, moment.month, moment.day, tzinfo=zone)


def _is_later(moment: datetime, limit: datetime) -> bool:
    try:
        return moment > limit
    except OverflowError:
        return moment.year >= limit.year


def judge_publish_time(
    written: str | None, collected: datetime, tz: str, retry_count: int, settings: RuleSettings
) -> PublishTime:
    """Accepts the written time, or empties it and says why.

    More than the tolerance (hours; looser for retried documents) after `collected`, or before the earliest year, is
    emptied. A naive `collected` is read as UTC.
    """
    if written is None or not written.strip():
        return PublishTime(None, Flag.PUBLISH_TIME_MISSING, "none")
    zone = zone_named(tz)
    moment = parse_time(written, zone)
    seen = written[:_MAX_CHARS]
    if moment is None:
        return PublishTime(None, Flag.PUBLISH_TIME_UNREADABLE, seen)
    hours = settings.retry_future_tolerance_hours if retry_count > 0 else settings.future_tolerance_hours
    now = collected if collected.tzinfo else collected.replace(tzinfo=UTC)
    if moment.year < settings.earliest_year:
        return PublishTime(None, Flag.PUBLISH_TIME_TOO_OLD, seen)
    if _is_later(_start(moment, zone) - timedelta(hours=hours), now):
        return PublishTime(None, Flag.PUBLISH_TIME_FUTURE, f"{seen} at {now.isoformat()}")
    return PublishTime(moment.isoformat(), None, seen)
