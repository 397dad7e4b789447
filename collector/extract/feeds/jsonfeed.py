"""JSON Feed 1.0 and 1.1 (jsonfeed.org)."""

from __future__ import annotations

from typing import Any

from collector.extract.feeds.reading import MAX_ITEMS, Reading
from collector.extract.model import Feed, FeedItem
from collector.extract.text import collapse


def json_feed(data: Any, reading: Reading) -> Feed:
    """A decoded JSON Feed; values of the wrong type are left out, not guessed."""
    items = data.get("items") if isinstance(data, dict) else None
    if not isinstance(items, list):
        return Feed(None, (), "unknown", ("JSON without a list named items is no feed",))
    authors = _authors(data)
    parsed = tuple(_item(item, reading, authors) for item in items[:MAX_ITEMS] if isinstance(item, dict))
    return Feed(_line(data.get("title")), parsed, "json", next_url=reading.link(_text(data.get("next_url"))))


def _item(item: dict[str, Any], reading: Reading, inherited: tuple[str, ...]) -> FeedItem:
    url = reading.link(_text(item.get("url"))) or reading.link(_text(item.get("external_url")))
    tags = item.get("tags")
    return FeedItem(
        id=_text(item.get("id")) or url or "",
        url=url,
        title=_line(item.get("title")),
        published=reading.time(_text(item.get("date_published"))),
        updated=reading.time(_text(item.get("date_modified"))),
        authors=_authors(item) or inherited,
        summary_html=_text(item.get("summary")),
        content_html=_text(item.get("content_html")) or _text(item.get("content_text")),
        tags=tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
    )


def _authors(item: dict[str, Any]) -> tuple[str, ...]:
    """Version 1.1 has a list named authors, 1.0 one object named author."""
    people = item.get("authors")
    people = people if isinstance(people, list) else [item.get("author")]
    names = (_line(person.get("name")) for person in people if isinstance(person, dict))
    return tuple(dict.fromkeys(name for name in names if name))


def _text(value: Any) -> str | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value.strip() or None if isinstance(value, str) else None


def _line(value: Any) -> str | None:
    text = _text(value)
    return collapse(text.replace("\n", " ")) or None if text else None
