"""When two states of a feed item are one item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.errors import InvalidInput
from kit.urls import same as same_url


def same_item(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """By identifier where both give one, else by address, else by title and time.

    An identifier decides alone: a publisher may change title, time and address of an entry and keeps its id (RFC 4287, section 4.2.6).
    """
    ids = _first(old, "id", "guid"), _first(new, "id", "guid")
    if all(ids):
        return ids[0] == ids[1]
    links = _first(old, "url", "link"), _first(new, "url", "link")
    if all(links):
        return _same_address(*links)
    return _headline(old) == _headline(new) and bool(_headline(old)[0])


def _first(item: Mapping[str, Any], *names: str) -> str:
    return next((str(item[name]).strip() for name in names if item.get(name)), "")


def _headline(item: Mapping[str, Any]) -> tuple[str, str]:
    return " ".join(_first(item, "title").split()), _first(item, "published", "pubDate", "updated")


def _same_address(old: str, new: str) -> bool:
    try:
        return same_url(old, new)
    except InvalidInput:
        return old == new
