"""OAI-PMH 2.0 (openarchives.org): ListRecords answers to records, resumption tokens to further requests. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from urllib.parse import urlencode, urlsplit

from lxml import etree

from collector.extract.feeds.xml import children, local, parse_xml, text_of
from collector.sources.journal.options import JournalOptions
from collector.sources.model import Entry
from kit.contracts.config import SourceConfig
from kit.ids import md5_hex

MAX_RECORDS: Final = 5000
MAX_VALUES: Final = 500


@dataclass(frozen=True, slots=True)
class Record:
    """`values` maps Dublin Core element → its values in order; `deleted` records have none."""

    identifier: str
    datestamp: str
    deleted: bool
    values: dict[str, tuple[str, ...]]

    def first(self, name: str) -> str:
        return next(iter(self.values.get(name, ())), "")


@dataclass(frozen=True, slots=True)
class Answer:
    """`error` is OAI's error code; `token` leads on, "" on the last page; `at` is the repository's own time."""

    records: tuple[Record, ...] = ()
    token: str = ""
    at: str = ""
    error: str = ""
    detail: str = ""


def read_answer(body: bytes, content_type: str | None) -> Answer:
    """Never raises; what is no OAI-PMH has error "unreadable"."""
    root, errors = parse_xml(body, content_type)
    if root is None or local(root) != "oai-pmh":
        return Answer(error="unreadable", detail="; ".join(errors) or "root element is not OAI-PMH")
    at = text_of(next(iter(children(root, "responsedate")), None))
    for error in children(root, "error"):
        return Answer(at=at, error=(error.get("code") or "error")[:60], detail=text_of(error)[:200])
    listed = next(iter(children(root, "listrecords")), root)
    token = text_of(next(iter(children(listed, "resumptiontoken")), None))
    return Answer(tuple(map(_record, children(listed, "record")[:MAX_RECORDS])), token[:2000], at)


def _record(node: etree._Element) -> Record:
    header = next(iter(children(node, "header")), node)
    identifier = text_of(next(iter(children(header, "identifier")), None))
    stamp = text_of(next(iter(children(header, "datestamp")), None))
    deleted = (header.get("status") or "").lower() == "deleted"
    found: dict[str, list[str]] = {}
    for name, text in _values(node):
        found.setdefault(name, []).append(text)
    return Record(identifier, stamp, deleted, {name: tuple(dict.fromkeys(texts)) for name, texts in found.items()})


def _values(node: etree._Element) -> Iterator[tuple[str, str]]:
    for metadata in children(node, "metadata"):
        for container in list(metadata)[:1]:
            for field in list(container)[:MAX_VALUES]:
                if local(field) and (text := " ".join(text_of(field).split())):
                    yield local(field), text


def lineage(source: SourceConfig, options: JournalOptions) -> str:
    """Changes when a position in the old harvest means nothing in the new one."""
    return md5_hex(f"{source.entry_url}\n{options.metadata_prefix}\n{options.oai_set}")[:12]


def first_entry(source: SourceConfig, options: JournalOptions, cursor: Mapping[str, str]) -> Entry:
    """The request that a window begins with: on from a resumption token, else from the day the last harvest has reached."""
    known = cursor if cursor.get("of") == lineage(source, options) else {}
    since = known.get("from", options.since)
    if token := known.get("token", ""):
        return Entry(on_from(source.entry_url, token), state={"from": since, "began": known.get("began", "")})
    return Entry(from_day(source.entry_url, options, since), state={"from": since})


def from_day(base: str, options: JournalOptions, since: str) -> str:
    wanted = {"verb": "ListRecords", "metadataPrefix": options.metadata_prefix, "from": since, "set": options.oai_set}
    return _address(base, {name: value for name, value in wanted.items() if value})


def on_from(base: str, token: str) -> str:
    return _address(base, {"verb": "ListRecords", "resumptionToken": token})


def record_address(base: str, identifier: str, prefix: str) -> str:
    return _address(base, {"verb": "GetRecord", "identifier": identifier, "metadataPrefix": prefix})


def _address(base: str, query: Mapping[str, str]) -> str:
    return f"{base}{'&' if urlsplit(base).query else '?'}{urlencode(query)}"


def day_before(moment: str, days: int) -> str:
    """The day of an OAI date, some days earlier; "" for what is none."""
    try:
        return (date.fromisoformat(moment[:10]) - timedelta(days=days)).isoformat()
    except (ValueError, OverflowError):
        return ""
