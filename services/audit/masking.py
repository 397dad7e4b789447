"""Which values never reach the audit log (pure)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

MASK = "***"
_SECRET = re.compile(r"passw|secret|token|cookie|authorization|api[-_]?key|credential|private[-_]?key", re.IGNORECASE)
_URL_PASSWORD = re.compile(r"(?<=://)([^/\s:@]{0,200}):[^/\s@]{1,200}(?=@)")


def masked(value: Any, name: str = "") -> Any:
    """`value` with every secret replaced: whatever stands under a telling name, and passwords inside URLs."""
    if _SECRET.search(name) and value not in (None, "", {}, []):
        return MASK
    if isinstance(value, Mapping):
        return {str(key): masked(item, str(key)) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [masked(item) for item in value]
    return _URL_PASSWORD.sub(r"\1:***", value) if isinstance(value, str) else value
