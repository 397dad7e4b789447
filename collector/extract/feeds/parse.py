"""parse_feed: any feed to one shape."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime

from collector.extract.charset import decode
from collector.extract.dates.parse import parse_time
from collector.extract.dates.zones import iso
from collector.extract.feeds.atom import atom_feed
from collector.extract.feeds.jsonfeed import json_feed
from collector.extract.feeds.reading import Reading
from collector.extract.feeds.rss import rss_feed
from collector.extract.feeds.xml import MAX_BYTES, local, parse_xml
from collector.extract.model import Feed


@dataclass(frozen=True, slots=True)
class _Clock:
    """Reads a feed's times into UTC."""

    now: datetime
    tz: str

    def __call__(self, text: str | None) -> str | None:
        value = parse_time(text, now=self.now, tz=self.tz, lang="en") if text else None
        if value is None or len(value) == 10:
            return value
        return iso(datetime.fromisoformat(value).astimezone(UTC))


def parse_feed(body: bytes, *, content_type: str | None, url: str, tz: str = "UTC", fetched_at: datetime) -> Feed:
    """RSS, RDF, Atom or JSON Feed to a Feed; times without offset are read in ``tz``, links resolved against ``url``.

    Nothing raises: what is no feed gives kind "unknown" with the reason. At most 20 MB and 5,000 entries are read.
    """
    reading = Reading(url, _Clock(fetched_at, tz))
    if _looks_json(body, content_type):
        return _json(body, content_type, reading)
    root, errors = parse_xml(body, content_type)
    if root is None:
        return Feed(None, (), "unknown", errors or ("empty document",))
    name = local(root)
    if name == "feed":
        return atom_feed(root, reading, errors)
    if name in ("rss", "rdf", "channel"):
        return rss_feed(root, reading, errors)
    return Feed(None, (), "unknown", (*errors, f"root element <{name}> is no feed"))


def _looks_json(body: bytes, content_type: str | None) -> bool:
    head = body[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"{") or (bool(content_type) and "json" in str(content_type) and not head.startswith(b"<"))


def _json(body: bytes, content_type: str | None, reading: Reading) -> Feed:
    try:
        data = json.loads(decode(body[:MAX_BYTES], content_type).text, strict=False)
    except (ValueError, RecursionError) as error:
        return Feed(None, (), "unknown", (f"not readable as JSON: {error}",))
    return json_feed(data, reading)
