"""Time zones: IANA names, numeric offsets, and the abbreviations pages print."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_HOURS = {
    "utc": 0, "gmt": 0, "z": 0, "wet": 0, "west": 1, "bst": 1, "cet": 1, "cest": 2, "mez": 1, "mesz": 2, "eet": 2, "eest": 3,
    "msk": 3, "мск": 3, "est": -5, "edt": -4, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7, "hkt": 8, "sgt": 8,
    "jst": 9, "kst": 9, "aest": 10, "aedt": 11, "akst": -9, "hst": -10, "sast": 2, "brt": -3, "pht": 8, "wib": 7, "trt": 3,
}  # fmt: skip
_EASTERN = {"et": "America/New_York", "ct": "America/Chicago", "pt": "America/Los_Angeles"}
_OFFSET = re.compile(r"^(?:GMT|UTC)?\s?([+-])(\d{1,2}):?(\d{2})?$", re.IGNORECASE)


@lru_cache(maxsize=256)
def zone(name: str) -> tzinfo:
    """The zone of an IANA name or numeric offset. Raises ValueError for anything else."""
    if name.upper() in ("UTC", "Z", "GMT"):
        return UTC
    if (offset := _numeric(name)) is not None:
        return offset
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"time zone {name!r} is not known: use an IANA name such as Asia/Shanghai") from error


def suffix_zone(text: str, local: tzinfo) -> tzinfo | None:
    """The zone a time's suffix names ("Z", "+0800", "GMT+8", "CEST"), or None."""
    if (offset := _numeric(text)) is not None:
        return offset
    key = text.lower().strip(".() ")
    if key == "ist":
        return timezone(timedelta(hours=5, minutes=30))
    if key == "cst":
        return timezone(timedelta(hours=8 if _east(local) else -6))
    if key in _EASTERN:
        return zone(_EASTERN[key])
    return timezone(timedelta(hours=_HOURS[key])) if key in _HOURS else None


def _numeric(text: str) -> tzinfo | None:
    found = _OFFSET.match(text.strip(" ()"))
    if not found:
        return None
    hours, minutes = int(found.group(2)), int(found.group(3) or 0)
    if hours > 14 or minutes > 59:
        return None
    delta = timedelta(hours=hours, minutes=minutes)
    return timezone(-delta if found.group(1) == "-" else delta)


def _east(local: tzinfo) -> bool:
    offset = local.utcoffset(datetime(2024, 1, 1))  # noqa: DTZ001 - a naive wall time is what utcoffset takes
    return offset is not None and offset > timedelta(hours=4)


def iso(moment: datetime) -> str:
    """ISO 8601 to the second, with "Z" for a zero offset."""
    text = moment.replace(microsecond=0).isoformat()
    return text[:-6] + "Z" if text.endswith("+00:00") else text
