"""Articles in a list of any make: wherever an object has a title and an address, also in JSON packed into JSON. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from collector.sources.jsondata import find
from collector.sources.records import NAMES

MAX_DEPTH: Final = 12
MAX_ARTICLES: Final = 2000
_WHEN: Final = "comm_msg_info.datetime || sent_info.time"


def articles_in(data: Any) -> list[dict[str, Any]]:
    """Each article once, in order; one without a time of its own has that of the message it was sent in, as `create_time`."""
    found: list[dict[str, Any]] = []
    for row in _walk(data, 0, None):
        found.append(row)
        if len(found) >= MAX_ARTICLES:
            break
    return found


def _walk(value: Any, depth: int, sent: Any) -> Iterator[dict[str, Any]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, str) and value[:1] in ("{", "["):
        value = _unpacked(value)
    if isinstance(value, dict):
        sent = find(_WHEN, value) or sent
        if any(value.get(name) for name in NAMES["title"]) and any(value.get(name) for name in NAMES["url"]):
            dated = sent is None or any(value.get(name) for name in NAMES["published"])
            yield value if dated else {**value, "create_time": sent}
        for part in value.values():
            yield from _walk(part, depth + 1, sent)
    elif isinstance(value, list):
        for part in value:
            yield from _walk(part, depth + 1, sent)


def _unpacked(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
