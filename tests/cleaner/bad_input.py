"""Messages that no collector of ours would send, and what must become of each; the same for every runner."""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace

from tests.cleaner.stage import article, document

_GOOD: dict[str, Any] = {
    "taskId": "src_7_202611300800",
    "sourceId": "7",
    "sourceType": "WEB",
    "url": "http://bad.example/1",
    "title": "A title that is long enough",
    "content": "x",
    "collectTime": "2026-11-30T08:30:00+00:00",
    "contentHash": "0" * 32,
    "fingerprint": "f" * 32,
}


def _message(**changed: Any) -> bytes:
    return json.dumps({name: value for name, value in (_GOOD | changed).items() if value is not None}).encode()


DEAD: dict[str, tuple[bytes, str]] = {
    "a missing field": (_message(title=None), "missing required field `title`"),
    "a wrong type": (_message(content=["x"]), "Expected `str`, got `array`"),
    "a number for a time": (_message(collectTime=5), "Expected `str`, got `int`"),
    "a time without offset": (_message(collectTime="2026-11-30T08:30:00"), "no moment with an offset"),
    "a hash that is none": (_message(contentHash="../../x"), "must be hex digits"),
    "half a message": (_message()[:40], "no document"),
    "a lone surrogate": (_message(content="ab\ud800cd"), "no document"),
}
"""Name -> (message, part of the reason in the dead-letter topic)."""

CONTROL = document(31, at=30, content=article(31) + "\nBell \x07 and \x00 null \x1b escape.")
HUGE_KEY = "content/2026/11/30/" + "b" * 32
HUGE_TEXT = "\n".join(f"Line {n} of a text without an end." for n in range(280_000))
"""Ten million characters: more than a cell of HBase holds."""

HUGE = replace(document(32, at=31), content="", content_key=HUGE_KEY)
MISMATCHED = document(33, at=32, content_hash="ab" * 16)
LAST = document(34, at=33)
"""A good one behind all bad ones: the stream goes on."""
