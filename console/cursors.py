"""Where a list goes on, as one opaque parameter."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence

from kit.errors import InvalidInput

_PARTS_MAX = 8


def to_text(key: Sequence[str]) -> str:
    return base64.urlsafe_b64encode(json.dumps(list(key)).encode()).decode().rstrip("=")


def from_text(cursor: str) -> tuple[str, ...]:
    """The key inside; an empty cursor is the first page. Raises InvalidInput for anything that `to_text` did not make."""
    if not cursor:
        return ()
    try:
        parts = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, binascii.Error, RecursionError) as error:
        raise InvalidInput("this page link is damaged: start again from the first page", field="after") from error
    if not isinstance(parts, list) or len(parts) > _PARTS_MAX or not all(isinstance(part, str) for part in parts):
        raise InvalidInput("this page link is damaged: start again from the first page", field="after")
    return tuple(parts)
