"""Time zones by their IANA names (pure)."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kit.errors import InvalidInput


@lru_cache(maxsize=1000)
def zone(name: str) -> tzinfo:
    """Raises InvalidInput for a name that is not in the IANA database."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInput(
            f"unknown time zone {name[:64]!r}: use a name such as Asia/Shanghai", field="timezone"
        ) from error
