"""Page families: pages of one template whose addresses differ only where articles differ."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

_DATE = re.compile(r"(?:19|20)\d{2}(?:[-_]?\d{1,2}){1,2}|(?:19|20)\d{2}")
_HEX = re.compile(r"[0-9a-f]{8,}", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[a-z][a-z_]{0,24}", re.IGNORECASE)
MAX_PATTERN = 300
_MAX_PARTS = 20


def family_of(url: str, template: str = "") -> str:
    """The family as text: template ("7", empty for none), host, and the path with dates, numbers and slugs as placeholders.

    "https://www.example.com/news/2024-05/03/c_129.htm?id=7" of template 7 → "7 www.example.com/news/{d}/{n}/{s}.htm?id". Words of one part
    without digits ("news", "sports") stay: sections of a site are often laid out differently. Text that is no URL is its own family.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return f"{template} {url}"[:MAX_PATTERN]
    segments = parts.path.split("/")
    path = "/".join(_segment(segment, last=at == len(segments) - 1) for at, segment in enumerate(segments[:_MAX_PARTS]))
    keys = sorted({key for key, _ in parse_qsl(parts.query, keep_blank_values=True, max_num_fields=None)})
    query = f"?{'&'.join(keys[:_MAX_PARTS])}" if keys else ""
    return f"{template} {(parts.hostname or '').lower()}{path}{query}".strip()[:MAX_PATTERN]


def _segment(segment: str, *, last: bool) -> str:
    stem, dot, ending = segment.rpartition(".") if last else (segment, "", "")
    if not dot or len(ending) > 5 or not ending.isalnum():
        stem, dot, ending = segment, "", ""
    return f"{_kind(stem, last=last)}{dot}{ending.lower()}" if stem else segment


def _kind(stem: str, *, last: bool) -> str:
    if _DATE.fullmatch(stem):
        return "{d}"
    if _DIGITS.fullmatch(stem):
        return "{n}"
    if _WORD.fullmatch(stem) and not last:
        return stem.lower()
    if _HEX.fullmatch(stem) and _DIGITS.search(stem):
        return "{x}"
    return "{s}"
