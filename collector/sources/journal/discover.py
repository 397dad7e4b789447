"""JOURNAL: a table of contents is a list page; a repository answers records, page after page, from where the last harvest ended."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Final

from collector import extract
from collector.sources.column.discover import rows
from collector.sources.journal import oai
from collector.sources.journal.oai import Answer, Record
from collector.sources.journal.options import JournalOptions
from collector.sources.links import bounded, strings
from collector.sources.model import Discovered, Entry, Item, Link, Page, Start
from collector.sources.options import read
from kit import urls
from kit.contracts.config import SourceConfig

if TYPE_CHECKING:
    from collector.extract import TemplateSpec

ABSTRACT_CHARS: Final = 280
_DOI: Final = re.compile(r"\b(10\.\d{4,9}/[^\s\"<>]{1,200})")
_EXTRA: Final = {"source": "journal", "publisher": "publisher", "type": "record_type", "rights": "rights"}


def entry_requests(source: SourceConfig, template: TemplateSpec | None, start: Start) -> tuple[Entry, ...]:
    """The table of contents, or the request that goes on where the last harvest ended."""
    del template
    options = read(JournalOptions, source)
    return (Entry(source.entry_url) if options.harvest == "pages" else oai.first_entry(source, options, start.cursor),)


def discover(page: Page, source: SourceConfig, template: TemplateSpec | None) -> Discovered:
    """Articles of a table of contents, or records. Raises ConfigError for options that do not fit."""
    options = read(JournalOptions, source)
    if options.harvest == "pages":
        return rows(page, source, template, options)
    answer = oai.read_answer(page.body, page.content_type)
    if answer.error == "badResumptionToken" and "began" in page.state:
        # The repository has forgotten the list: it is read again from its day.
        since = page.state.get("from", "")
        again = {"from": since}
        return Discovered(
            next_url=oai.from_day(source.entry_url, options, since),
            next_state=again,
            cursor=_cursor(source, options, again),
        )
    if answer.error not in ("", "noRecordsMatch"):
        return Discovered(errors=(f"OAI-PMH: {answer.error}: {answer.detail}"[:300],))
    return _records(page, source, options, answer)


def _records(page: Page, source: SourceConfig, options: JournalOptions, answer: Answer) -> Discovered:
    began = page.state.get("began") or answer.at
    state = {"from": page.state.get("from", ""), "began": began}
    if answer.token:
        position = {**state, "token": answer.token}
    else:
        position = {"from": oai.day_before(began, options.overlap_days) or state["from"]}
    live = [record for record in answer.records if not record.deleted]
    kept, errors = bounded(live, options, lambda record: _url(record, source, options))
    links: list[Link] = []
    items: list[Item] = []
    for record in kept:
        item = _item(record, source, options, page.fetched_at)
        if _wants_page(item, options):
            links.append(
                Link(
                    item.url,
                    strings(
                        {**item.extra, "title": item.title, "published": item.published, "authors": list(item.authors)}
                    ),
                )
            )
        else:
            items.append(item)
    following = oai.on_from(source.entry_url, answer.token) if answer.token else None
    return Discovered(
        tuple(links), tuple(items), following, state, cursor=_cursor(source, options, position), errors=tuple(errors)
    )


def _cursor(source: SourceConfig, options: JournalOptions, position: dict[str, str]) -> dict[str, str]:
    return {"of": oai.lineage(source, options), **{name: value for name, value in position.items() if value}}


def _wants_page(item: Item, options: JournalOptions) -> bool:
    if "verb=GetRecord" in item.url or options.text == "record":
        return False
    return options.text == "page" or len(item.content) < ABSTRACT_CHARS


def _url(record: Record, source: SourceConfig, options: JournalOptions) -> str:
    for text in record.values.get("identifier", ()):
        if text.startswith(("http://", "https://")) and (url := urls.join(source.entry_url, text)):
            return url
    if doi := _doi(record):
        return f"https://doi.org/{doi}"
    return oai.record_address(source.entry_url, record.identifier, options.metadata_prefix)


def _doi(record: Record) -> str:
    found = (_DOI.search(text) for text in (*record.values.get("identifier", ()), *record.values.get("relation", ())))
    return next((match.group(1).rstrip(".,;") for match in found if match), "")


def _item(record: Record, source: SourceConfig, options: JournalOptions, now: datetime) -> Item:
    said = {name: "; ".join(record.values.get(element, ())) for element, name in _EXTRA.items()}
    title = record.first("title")
    content = "\n\n".join(extract.html_to_text(text) for text in record.values.get("description", ()))
    paths = {
        "title": "oai:dc:title",
        "content": "oai:dc:description" if content else "oai:dc:title",
        "published": "oai:dc:date",
        "authors": "oai:dc:creator",
    }
    return Item(
        url=_url(record, source, options),
        title=title,
        content=content or title,
        published=_published(record, source, now),
        authors=record.values.get("creator", ())[:200],
        language=_language(record.first("language")),
        tags=record.values.get("subject", ())[:50],
        paths=paths,
        extra=strings(
            {**said, "doi": _doi(record), "oai_identifier": record.identifier, "oai_datestamp": record.datestamp}
        ),
        identity=f"{source.entry_url} {record.identifier}",
    )


def _published(record: Record, source: SourceConfig, now: datetime) -> str:
    read_dates = (
        extract.parse_time(text, now=now, tz=source.timezone, lang="en") for text in record.values.get("date", ())
    )
    return min((found for found in read_dates if found), default="")


def _language(text: str) -> str:
    return text[:2].lower() if re.fullmatch(r"[A-Za-z]{2}([-_]\w{2,8})?", text) else ""
