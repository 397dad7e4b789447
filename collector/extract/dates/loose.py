"""The last resort for printed times: dateparser, on short texts and only for a full date."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import regex
from dateparser.data import languages_info
from dateparser.date import DateDataParser

from collector.extract.dates.zones import iso

_MAX_CHARS = 60
_LANGUAGES = frozenset(languages_info.language_order)
_LETTER_AND_DIGIT = regex.compile(r"(?=.{0,60}\d)(?=.{0,60}[^\W\d_]{2})")


def loose_time(text: str, now: datetime, lang: str) -> str | None:
    """dateparser's reading of a short text in ``lang`` (or any language), None unless day, month and year are in it."""
    if len(text) > _MAX_CHARS or not _LETTER_AND_DIGIT.match(text):
        return None
    try:
        found = _parser(lang, now.replace(tzinfo=None)).get_date_data(text)
    except (ValueError, OverflowError, TypeError, KeyError, IndexError, RecursionError):
        return None
    if found is None or found.date_obj is None:
        return None
    moment = found.date_obj if found.date_obj.tzinfo else found.date_obj.replace(tzinfo=now.tzinfo)
    return iso(moment) if found.period == "time" else moment.date().isoformat()


def _parser(lang: str, now: datetime) -> DateDataParser:
    settings: dict[str, Any] = {
        "RELATIVE_BASE": now,
        "REQUIRE_PARTS": ["day", "month", "year"],
        "PREFER_DATES_FROM": "past",
        "RETURN_TIME_AS_PERIOD": True,
    }
    known = lang if lang in _LANGUAGES else None
    return DateDataParser(languages=[known] if known else None, settings=settings)
