"""Records as documents. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

from collector import extract
from collector.sources.jsondata import text_of
from collector.sources.links import strings
from collector.sources.model import Item, Link
from collector.sources.paging import places_in
from collector.sources.records import FieldOptions, moment, names_of, text, value
from kit import urls
from kit.ids import md5_hex

_MARKUP: Final = re.compile(r"<[A-Za-z/!]")
_OWN: Final = frozenset(
    {"id", "url", "title", "content", "summary", "published", "modified", "authors", "tags", "images", "language"}
)


@dataclass(frozen=True, slots=True)
class Reader:
    """How the records of one answer become items. `base` resolves their addresses; `home` names those that have none."""

    options: FieldOptions
    base: str
    home: str
    now: datetime
    tz: str
    path: str = "json"

    def item(self, row: Mapping[str, Any]) -> Item:
        """A record as a document. One without an address has a made one below `home`, and the identity of its id or its values."""
        paths = self.options.paths()
        key = text(row, "id", paths) or md5_hex(repr(sorted(row.items(), key=str)))
        url = self._url(row, paths)
        content = plain(text(row, "content", paths)) or plain(text(row, "summary", paths))
        title = plain(text(row, "title", paths)).replace("\n", " ")
        return Item(
            url=url or made_address(self.home, key),
            title=title,
            content=content or title,
            published=moment(value(row, "published", paths), self.now, self.tz),
            modified=moment(value(row, "modified", paths), self.now, self.tz),
            authors=names_of(value(row, "authors", paths)),
            language=text(row, "language", paths)[:16],
            images=tuple(one for one in map(self._join, names_of(value(row, "images", paths))) if one),
            tags=names_of(value(row, "tags", paths)),
            paths={name: f"{self.path}:{paths.get(name, name)}" for name in ("title", "content", "published")},
            extra=strings({name: text(row, name, paths) for name in (*paths, "account") if name not in _OWN}),
            identity="" if url else f"{self.home} {key}",
        )

    def _url(self, row: Mapping[str, Any], paths: Mapping[str, str]) -> str:
        if not (address := self.options.record_url):
            found = text(row, "url", paths).replace("&amp;", "&")
            return self._join(found) if found else ""
        for name in places_in(address):
            given = text(row, name, paths) or text_of(row.get(name))
            if not given:
                return ""
            address = address.replace(f"{{{name}}}", quote(given, safe=""))
        return address

    def _join(self, address: str) -> str:
        return urls.join(self.base, address) or ""


def link_of(item: Item) -> Link:
    """The record's page, with what the record says about it."""
    said = {"title": item.title, "published": item.published, "authors": list(item.authors)}
    return Link(item.url, strings({**item.extra, **said}))


def plain(given: str) -> str:
    """Text as it is, markup as text."""
    return extract.html_to_text(given) if _MARKUP.search(given) else given.strip()


def made_address(home: str, key: str) -> str:
    """An address for a record that has none; nothing is ever asked for there."""
    return f"{home.partition('#')[0]}#{quote(key, safe='')[:200]}"
