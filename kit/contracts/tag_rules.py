"""A source's tag rules as operators write them, one a line: `tag: kind: pattern`, or `tag: kind in field: pattern`.

Kinds: keyword, regex, url, language. Fields of keyword and regex: title, content; both without one.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

KINDS: Final = ("keyword", "regex", "url", "language")
FIELDS: Final = ("title", "content", "any")
MAX_RULES: Final = 50
MAX_LINE: Final = 600
MAX_TAG: Final = 40


class TagRuleLine(Struct, frozen=True):
    tag: str
    kind: str
    pattern: str
    field: str = "any"


def parse_rule(line: str) -> TagRuleLine:
    """Raises ValueError with what to change."""
    parts = [part.strip() for part in line.replace("：", ":", 2).split(":", 2)]
    if len(parts) < 3 or not all(parts):
        raise ValueError("expected tag: kind: pattern, for example finance: keyword: interest rate")
    tag, how, pattern = parts
    kind, _, field = how.partition(" in ")
    kind, field = kind.strip().lower(), field.strip().lower() or "any"
    if len(tag) > MAX_TAG:
        raise ValueError(f"a tag has at most {MAX_TAG} characters")
    if kind not in KINDS:
        raise ValueError(f"kind {kind[:20]!r} is unknown: use {', '.join(KINDS)}")
    if field not in FIELDS or (field != "any" and kind not in ("keyword", "regex")):
        raise ValueError("keyword and regex look in title, content or any; the other kinds have no field")
    return TagRuleLine(tag, kind, pattern, field)
