"""Values of foreign databases as JSON values, each within bounds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Final

MAX_TEXT: Final = 1_000_000
MAX_DEPTH: Final = 20
MAX_PARTS: Final = 10_000


def json_value(value: Any, depth: int = 0) -> Any:
    """Texts are cut at a million characters; bytes that are no text come as hexadecimal digits; what is unknown comes as text."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return value[:MAX_TEXT]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return _text(value)[:MAX_TEXT]
    if depth < MAX_DEPTH and isinstance(value, Mapping):
        return {str(name)[:200]: json_value(part, depth + 1) for name, part in list(value.items())[:MAX_PARTS]}
    if depth < MAX_DEPTH and isinstance(value, list | tuple):
        return [json_value(part, depth + 1) for part in value[:MAX_PARTS]]
    return str(value)[:MAX_TEXT] if isinstance(value, Decimal | timedelta) or depth < MAX_DEPTH else None


def size_of(value: Any) -> int:
    """About the bytes that a JSON value takes."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(len(name) + size_of(part) for name, part in value.items())
    return sum(map(size_of, value)) if isinstance(value, list) else 8


def _text(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.hex()
