"""JSON-LD as pages really carry it: comment lines, raw control characters, graphs, trailing commas."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

_MAX_SCRIPT = 2_000_000
_MAX_OBJECTS = 500
_WRAPPERS = re.compile(
    r"^\s*(?://|/\*)?\s*<!(?:\[CDATA\[|--)\s*(?:\*/)?|(?://|/\*)?\s*(?:\]\]|--)>\s*(?:\*/)?\s*;?\s*$"
)
_TRAILING_COMMA = re.compile(r",(\s{0,200}[}\]])")
_NESTED = ("@graph", "mainEntity", "mainEntityOfPage", "itemReviewed", "hasPart")
_ARTICLE = re.compile(
    r"(?:article|posting|report|review|recipe|newsitem|creativework|webpage|videoobject)$", re.IGNORECASE
)
_WEAK = re.compile(r"(?:webpage|creativework|videoobject|recipe|review)$", re.IGNORECASE)


def read_blocks(scripts: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The objects of all scripts, at most 500; a script that is no JSON even after repair is left out."""
    count = 0
    for script in scripts:
        for item in _opened(_parse(script), 0):
            yield item
            count += 1
            if count >= _MAX_OBJECTS:
                return


def article_of(items: list[dict[str, Any]], url: str) -> dict[str, Any] | None:
    """The object about the article itself: an article type first, then whatever page-like type has a headline."""
    candidates = [item for item in items if any(_ARTICLE.search(name) for name in types_of(item))]
    strong = [item for item in candidates if not any(_WEAK.search(name) for name in types_of(item))]
    for group in (strong, candidates):
        if len(group) > 1:
            group = [item for item in group if _about(item, url)] or group
        if group and (len(group) <= 3 or _about(group[0], url)):
            return max(group[:3], key=_richness)
    return None


def types_of(item: dict[str, Any]) -> list[str]:
    """The @type names of an object without their vocabulary prefix."""
    names = item.get("@type")
    values = names if isinstance(names, list) else [names]
    return [value.rsplit("/", 1)[-1].rsplit(":", 1)[-1] for value in values if isinstance(value, str)]


def strings(value: Any) -> list[str]:
    """The plain strings of a value, a list of values, or objects with @value, name or url."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for part in value[:50] for text in strings(part)]
    if isinstance(value, dict):
        return strings(value.get("@value") or value.get("name") or [])
    return []


def lookup(item: Any, path: str) -> list[Any]:
    """Values at a dotted path; lists are entered on the way."""
    values = [item]
    for key in path.split("."):
        values = [found for value in values for found in _get(value, key)]
    return values


def _get(value: Any, key: str) -> list[Any]:
    if isinstance(value, list):
        return [found for part in value[:200] for found in _get(part, key)]
    if isinstance(value, dict) and value.get(key) is not None:
        found = value[key]
        return list(found) if isinstance(found, list) else [found]
    return []


def _parse(script: str) -> Any:
    """The value of a script: most are plain JSON, the rest is repaired first."""
    try:
        return msgspec.json.decode(script[:_MAX_SCRIPT])
    except (ValueError, RecursionError):
        return _repaired(script)


def _repaired(script: str) -> Any:
    text = _WRAPPERS.sub("", _WRAPPERS.sub("", script[:_MAX_SCRIPT].strip())).strip().rstrip(";")
    for attempt in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return _first_value(text)


def _first_value(text: str) -> Any:
    """Some pages put two objects into one script; the first is taken."""
    try:
        return json.JSONDecoder(strict=False).raw_decode(text)[0]
    except (ValueError, RecursionError):
        return None


def _opened(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    if depth > 6:
        return
    if isinstance(value, list):
        for part in value[:100]:
            yield from _opened(part, depth + 1)
    elif isinstance(value, dict):
        yield value
        for key in _NESTED:
            if isinstance(value.get(key), dict | list):
                yield from _opened(value[key], depth + 1)


def _about(item: dict[str, Any], url: str) -> bool:
    claimed = strings(item.get("url")) + strings(item.get("@id")) + _page_ids(item.get("mainEntityOfPage"))
    wanted = _bare(url)
    return any(_bare(value) == wanted for value in claimed)


def _page_ids(value: Any) -> list[str]:
    return strings(value.get("@id")) if isinstance(value, dict) else strings(value)


def _bare(url: str) -> str:
    return re.sub(r"^https?://(?:www\.)?", "", url).split("#")[0].split("?")[0].rstrip("/")


def _richness(item: dict[str, Any]) -> int:
    return sum(1 for key in ("headline", "datePublished", "author", "articleBody", "dateModified") if item.get(key))
