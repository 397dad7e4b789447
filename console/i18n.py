"""Languages of the console: choosing one, its catalogue, and numbers and times as its readers write them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from io import BytesIO
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_datetime, format_timedelta
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_compact_decimal, format_decimal, format_percent
from babel.support import NullTranslations, Translations

LOCALES = ("en", "zh")
LANGUAGE_NAMES = {"en": "English", "zh": "中文"}
CATALOGUES = Path(__file__).parent / "locale"
_MOMENT = {"en": "d MMM y HH:mm", "zh": "y-MM-dd HH:mm"}
_MOMENT_THIS_YEAR = {"en": "d MMM HH:mm", "zh": "MM-dd HH:mm"}
_COMPACT_FROM = 100_000


def gettext_noop(message: str) -> str:
    """Marks a message for the catalogue; it is translated where it is shown."""
    return message


def choose_locale(*, saved: str = "", cookie: str = "", accept_language: str = "") -> str:
    """The user's setting, else the cookie, else the browser's first known language, else English."""
    wanted = [saved, cookie, *_accepted(accept_language)]
    return next((tag for tag in (tag.lower().split("-")[0] for tag in wanted) if tag in LOCALES), LOCALES[0])


def _accepted(header: str) -> list[str]:
    weighted = []
    for place, part in enumerate(header[:500].split(",")[:20]):
        tag, _, quality = part.strip().partition(";q=")
        weighted.append((-_quality(quality), place, tag.strip()))
    return [tag for negative, _, tag in sorted(weighted) if negative < 0]


def _quality(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


def choose_zone(name: str) -> tzinfo:
    """The zone of that IANA name; UTC where the name is empty or unknown."""
    try:
        return ZoneInfo(name) if name and len(name) <= 64 else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


@cache
def catalogue(locale: str) -> NullTranslations:
    """The messages of a language. Uses the compiled file while it is newer than its source, and compiles in memory otherwise."""
    source = CATALOGUES / locale / "LC_MESSAGES" / "messages.po"
    compiled = source.with_suffix(".mo")
    if not source.is_file() and not compiled.is_file():
        return NullTranslations()
    if compiled.is_file() and not (source.is_file() and source.stat().st_mtime > compiled.stat().st_mtime):
        with compiled.open("rb") as file:
            return Translations(file)
    return Translations(_compile(source, locale))


def _compile(source: Path, locale: str) -> BytesIO:
    compiled = BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file, locale=locale))
    compiled.seek(0)
    return compiled


@dataclass(frozen=True, slots=True)
class Formats:
    """Numbers and times for one reader: `locale` is one of LOCALES, `zone` where the reader is, `now` the present."""

    locale: str
    zone: tzinfo
    now: datetime

    def number(self, value: float) -> str:
        return format_decimal(value, locale=self.locale)

    def compact(self, value: float) -> str:
        """12,345 stays exact; 12,345,678 becomes 12.3M or 1234.6万."""
        if abs(value) < _COMPACT_FROM:
            return self.number(value)
        return format_compact_decimal(value, fraction_digits=1, locale=self.locale)

    def percent(self, share: float) -> str:
        return format_percent(share, "0.0%" if share < 0.1 else "0%", locale=self.locale)

    def moment(self, value: datetime) -> str:
        """Day and minute in the reader's zone, with the year where it is another one."""
        local = value.astimezone(self.zone)
        same_year = local.year == self.now.astimezone(self.zone).year
        pattern = (_MOMENT_THIS_YEAR if same_year else _MOMENT)[self.locale]
        return format_datetime(local, pattern, tzinfo=self.zone, locale=self.locale)

    def stored(self, text: str) -> str:
        """A time as documents store it: with an hour in the reader's zone, a bare day as it is, what is neither unchanged."""
        try:
            value = datetime.fromisoformat(text)
        except ValueError:
            return text
        return self.moment(value) if value.tzinfo and len(text) > 10 else text

    def in_own_zone(self, value: datetime) -> str:
        """Weekday, day and minute in the zone that the value carries."""
        pattern = "EEE MM-dd HH:mm" if self.locale == "zh" else "EEE d MMM HH:mm"
        return format_datetime(value, pattern, tzinfo=value.tzinfo, locale=self.locale)

    def ago(self, value: datetime) -> str:
        """ "3 minutes ago", "in 2 hours"."""
        return format_timedelta(value - self.now, add_direction=True, threshold=1.2, locale=self.locale)

    def duration(self, seconds: float) -> str:
        if seconds < 1:
            return f"{round(seconds * 1000)} ms"
        if seconds < 60:
            return f"{seconds:.1f} s" if seconds < 10 else f"{round(seconds)} s"
        return format_timedelta(timedelta(seconds=seconds), threshold=1.2, locale=self.locale)

    @property
    def zone_name(self) -> str:
        return str(self.zone) if isinstance(self.zone, ZoneInfo) else "UTC"
