"""Rows of a batch to documents, and the place to go on from. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from collector.sources.model import Discovered, Entry, Page, Start
from collector.sources.options import read
from collector.sources.record_items import Reader
from collector.sources.rows.options import PullOptions
from collector.sources.rows.position import Position, digest_of
from kit.contracts.config import SourceConfig
from kit.contracts.rows import RowQuery
from kit.errors import ConfigError
from kit.ids import md5_hex

if TYPE_CHECKING:
    from collector.extract import TemplateSpec


@dataclass(frozen=True, slots=True)
class Pulled:
    """The functions of a kind that pulls rows, for its model of options."""

    model: type[PullOptions]

    def entry_requests(self, source: SourceConfig, template: TemplateSpec | None, start: Start) -> tuple[Entry, ...]:
        """The first batch of a run: on in an unfinished sweep, else the beginning of the next. Raises ConfigError."""
        del template
        options = read(self.model, source)
        known = start.cursor if start.cursor.get("of") == lineage(source, options) else {}
        return (Entry(source.entry_url, state=Position.of(known).next_sweep(options.overlap).state()),)

    def discover(self, page: Page, source: SourceConfig, template: TemplateSpec | None) -> Discovered:
        """The new rows of a batch as documents. Raises ConfigError for options that do not fit."""
        del template
        options = read(self.model, source)
        before = Position.of(page.state)
        batch: dict[str, Any] = json.loads(page.body)
        rows, at = batch["rows"], [(cursor, key) for cursor, key in batch["at"]]
        digests = [digest_of(pair, json.dumps(row, sort_keys=True)) for pair, row in zip(at, rows, strict=True)]
        home = home_of(source)
        reader = Reader(options, home, home, page.fetched_at, source.timezone, path="column")
        fresh = [row for row, digest in zip(rows, digests, strict=True) if digest not in before.known]
        here = before.advanced(at, digests, batch["now"], options.overlap)
        kept = here if batch["more"] else here.ended()
        return Discovered(
            items=tuple(reader.item(_keyed(row, options)) for row in fresh),
            next_url=page.url if batch["more"] else None,
            next_state=here.state(),
            cursor={**kept.state(), "of": lineage(source, options)},
            encoding="utf-8",
        )


def query_of(options: PullOptions, state: Mapping[str, str]) -> RowQuery:
    """What to ask the database for at a position."""
    at = Position.of(state)
    return RowQuery(options.cursor_field, options.key_field, at.start, at.after, options.batch_rows)


def lineage(source: SourceConfig, options: PullOptions) -> str:
    """Changes when a position in the old table means nothing in the new one, or the operator wants to begin again."""
    said = (source.entry_url, options.cursor_field, options.key_field, options.generation)
    return md5_hex("\n".join(map(str, said)))[:12]


def home_of(source: SourceConfig) -> str:
    """A web address that stands for the table, below which its rows are told apart."""
    at = place_of(source)
    return f"http://{at[0]}/{quote(at[2], safe='')}/{quote(at[3], safe='')}"


def place_of(source: SourceConfig) -> tuple[str, int | None, str, str]:
    """(host, port, database, table) of the entry URL. Raises ConfigError."""
    try:
        parts = urlsplit(source.entry_url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ConfigError(f"source {source.id}: the entry is not a valid address") from error
    names = [name for name in parts.path.split("/") if name]
    if not host or len(names) != 2 or parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(
            f"source {source.id}: write the entry as {parts.scheme or 'scheme'}://host:port/database/name; "
            "user and password belong into the source's credential"
        )
    return host, port, names[0], names[1]


def _keyed(row: Mapping[str, Any], options: PullOptions) -> Mapping[str, Any]:
    """With the key as id, where no column is called so."""
    return row if "id" in row or "id" in options.paths() else {**row, "id": row.get(options.key_field)}
