"""Records of JSON answers: found by path or by their looks, their values by name. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from collector import extract
from collector.sources.jsondata import JsonPath, compilable, find, objects, text_of
from collector.sources.options import Options
from collector.sources.paging import PagedOptions, places_in

MAX_RECORDS: Final = 5000
MAX_FIELDS: Final = 40
_LINE: Final = re.compile(r"\s{0,9}([A-Za-z_]\w{0,39})\s{0,9}=\s{0,9}(\S.{0,299})")
# What records of unknown interfaces are called, in order of trust.
NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "id": ("id", "aid", "_id", "uuid", "guid", "article_id", "news_id", "msgid", "mid", "item_id"),
    "title": ("title", "headline", "subject", "article_title", "name"),
    "url": ("url", "link", "content_url", "article_url", "share_url", "web_url", "href", "permalink"),
    "published": ("published", "published_at", "publish_time", "pub_time", "pubdate", "date_published", "create_time", "created_at", "created", "ctime", "datetime", "date", "time", "update_time"),
    "modified": ("modified", "updated_at", "modified_at", "update_time", "date_modified", "mtime"),
    "authors": ("authors", "author", "author_name", "writer", "byline"),
    "content": ("content_html", "content", "body", "text", "html"),
    "summary": ("summary", "digest", "abstract", "description", "intro", "excerpt"),
    "account": ("account", "account_name", "nickname", "nick_name", "mp_name", "source_name"),
    "tags": ("tags", "keywords", "labels", "categories"),
}  # fmt: skip


def _line(text: str) -> str:
    match = _LINE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text[:60]!r}: write name = path, for example title = data.headline")
    compilable(match[2])
    return text


def _record_address(address: str) -> str:
    if address and not address.startswith(("http://", "https://")):
        raise ValueError("must begin with http:// or https://")
    if address and not places_in(address):
        raise ValueError("must hold a value of the record, for example {id}")
    return address


class FieldOptions(Options):
    """Options of kinds whose documents are records: what their values are."""

    fields: list[Annotated[str, AfterValidator(_line)]] = Field(
        default_factory=list,
        max_length=MAX_FIELDS,
        description="What a record's values are: lines like title = path within the record; the usual names need none.",
    )
    record_url: Annotated[str, Field(max_length=1000), AfterValidator(_record_address)] = Field(
        "", description="Address of a record, with {name} for its values; empty: the one that it holds."
    )

    def paths(self) -> dict[str, str]:
        """Field → path within a record, as the operator wrote them."""
        found = (_LINE.fullmatch(line) for line in self.fields)
        return {match[1]: match[2].strip() for match in found if match is not None}


class RecordOptions(FieldOptions, PagedOptions):
    """Options of kinds whose lists are JSON records, page by page."""

    items: JsonPath = Field("", description="Where the answer holds the records; empty: the largest list of them.")


def records_in(data: Any, options: RecordOptions) -> list[dict[str, Any]]:
    """The records of an answer; without a path the largest list whose records have a title and something to find them by."""
    if options.items:
        found = find(options.items, data)
        rows = found if isinstance(found, list) else [found]
        return [row for row in rows[:MAX_RECORDS] if isinstance(row, dict)]
    lists = [rows for rows in objects(data) if any(_looks_like_one(row) for row in rows[:5])]
    return max(lists, key=len, default=[])[:MAX_RECORDS]


def _looks_like_one(row: Mapping[str, Any]) -> bool:
    names = {name.lower() for name in row}
    return bool(names & set(NAMES["title"]) and names & {*NAMES["url"], *NAMES["id"]})


def value(row: Mapping[str, Any], name: str, paths: Mapping[str, str]) -> Any:
    """A record's value by the operator's path, else by the usual names."""
    if name in paths:
        return find(paths[name], row)
    return next((row[key] for key in NAMES.get(name, ()) if row.get(key) not in (None, "", [], {})), None)


def text(row: Mapping[str, Any], name: str, paths: Mapping[str, str]) -> str:
    return text_of(value(row, name, paths))


def names_of(found: Any) -> tuple[str, ...]:
    """Authors or tags: a text, a list of texts, or objects that have a name."""
    parts = found if isinstance(found, list) else [found]
    texts = (text_of(part.get("name")) if isinstance(part, dict) else text_of(part) for part in parts[:100])
    return tuple(dict.fromkeys(one for one in texts if one))


def moment(found: Any, now: datetime, tz: str) -> str:
    """A time as interfaces write it, ISO 8601: seconds or milliseconds of the Unix clock, or any printed form; "" where there is none."""
    text = text_of(found)
    if re.fullmatch(r"\d{9,10}(\.\d{1,6})?|\d{12,13}", text):
        seconds = float(text) / (1000 if len(text.partition(".")[0]) > 10 else 1)
        return datetime.fromtimestamp(seconds, UTC).isoformat()
    return (extract.parse_time(text, now=now, tz=tz) or "") if text and len(text) < 100 else ""
