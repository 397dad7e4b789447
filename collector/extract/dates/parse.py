"""parse_time: one printed time in any of the known forms to ISO 8601."""

from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime, timedelta, tzinfo

import regex

from collector.extract.dates.clock import TimeOfDay, time_in
from collector.extract.dates.day import FoundDay, Hints, find_day, looks_numeric
from collector.extract.dates.loose import loose_time
from collector.extract.dates.relative import relative_time
from collector.extract.dates.zones import iso, zone

_MAX_CHARS = 200
_EPOCH = regex.compile(r"^(?:\d{10}|\d{13})(?:\.\d{1,6})?$")
_ISO_TIME = regex.compile(r"T?(\d{2})(\d{2})(\d{2})?")
_OTHER_DIGIT = regex.compile(r"[^\P{Nd}0-9]")
_EARLIEST = date(1900, 1, 1)
_FUTURE = timedelta(hours=1)


def parse_time(
    text: str, *, now: datetime, tz: str = "UTC", lang: str | None = None, date_order: str | None = None
) -> str | None:
    """ISO 8601 with offset, a bare date where only the day is known, or None where no full date can be read.

    ``now`` (aware) resolves relative times and rules out readings in its future; ``tz`` is the zone of a time without
    offset; ``date_order`` ("DMY", "MDY", "YMD") and ``lang`` (BCP 47) decide ambiguous numbers. A year written first is
    always followed by month and day (ISO 8601), whatever the language. Raises ValueError for an unknown ``tz`` or a naive
    ``now``.
    """
    return read_time(text, now, tz, lang, date_order, loose=True)


def read_time(
    text: str, now: datetime, tz: str, lang: str | None, date_order: str | None, *, loose: bool
) -> str | None:
    """``parse_time``, with or without dateparser as the last resort."""
    if now.tzinfo is None:
        raise ValueError(f"now must carry a time zone, got {now!r}")
    local = zone(tz)
    plain = _plain(text)
    if not plain:
        return None
    if _EPOCH.match(plain):
        return _epoch(plain, local)
    hints = Hints(now.astimezone(local).date(), (lang or "").lower().partition("-")[0], tz, _order(date_order))
    if found := find_day(plain, hints):
        return _with_clock(plain, found, local)
    if relative := relative_time(plain, now.astimezone(local)):
        return relative
    return None if looks_numeric(plain) or not loose else loose_time(plain, now.astimezone(local), hints.lang)


def is_future(value: str, now: datetime, tz: str) -> bool:
    """Whether an ISO time lies more than an hour after ``now`` (a bare date: after today in ``tz``)."""
    if len(value) == 10:
        return date.fromisoformat(value) > now.astimezone(zone(tz)).date()
    return datetime.fromisoformat(value) > now + _FUTURE


def _plain(text: str) -> str:
    plain = " ".join(unicodedata.normalize("NFKC", text[:_MAX_CHARS]).split())
    return plain if plain.isascii() else _OTHER_DIGIT.sub(lambda digit: str(unicodedata.digit(digit.group())), plain)


def _order(written: str | None) -> str | None:
    if not written:
        return None
    order = written.upper()
    if sorted(order) != ["D", "M", "Y"]:
        raise ValueError(f"date_order {written!r} is not known: use DMY, MDY or YMD")
    return order


def _epoch(digits: str, local: tzinfo) -> str | None:
    whole = digits.partition(".")[0]
    seconds = int(whole) / (1000 if len(whole) == 13 else 1)
    return iso(datetime.fromtimestamp(seconds, UTC).astimezone(local))


def _with_clock(text: str, found: FoundDay, local: tzinfo) -> str | None:
    if found.day < _EARLIEST:
        return None
    rest = text[found.end : found.end + 50]
    if compact := _ISO_TIME.fullmatch(rest.rstrip("Z")):
        rest = ":".join(part for part in compact.groups() if part) + ("Z" if rest.endswith("Z") else "")
    clock = time_in(rest, local)
    if clock is None:
        clock = time_in(text[max(0, found.start - 30) : found.end], local) if ":" in text else None
    if clock is False:
        return None
    if not isinstance(clock, TimeOfDay):
        return found.day.isoformat()
    day = datetime(found.day.year, found.day.month, found.day.day, tzinfo=local)
    return iso(clock.at(day, local))
