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
_LETTER_AND_DIGIT = regex.compile(
    r"(?=.{0,60}(?:\d|\b(?:une?|una?|um|uma|eine[rmns]?|één|en)\b))(?=.{0,60}[^\W\d_]{2})", regex.IGNORECASE
)
_BUDDHIST = 543


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
    moment = _common_era(found.date_obj, now)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)
    return iso(moment) if found.period == "time" else moment.date().isoformat()


def _common_era(moment: datetime, now: datetime) -> datetime:
    """Thai dates count from the Buddha's death."""
    return moment.replace(year=moment.year - _BUDDHIST) if moment.year > now.year + 400 else moment


def _parser(lang: str, now: datetime) -> DateDataParser:
    settings: dict[str, Any] = {
        "RELATIVE_BASE": now,
        "REQUIRE_PARTS": ["day", "month", "year"],
        "PREFER_DATES_FROM": "past",
        "RETURN_TIME_AS_PERIOD": True,
    }
    known = lang if lang in _LANGUAGES else None
    return DateDataParser(languages=[known] if known else None, settings=settings)
