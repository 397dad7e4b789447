"""The search index on Elasticsearch: one index a month, found through an alias, written with external versions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from elasticsearch import Elasticsearch

from kit.adapters.real.elasticsearch_address import VARIABLE, Address, parse
from kit.adapters.real.elasticsearch_ageing import age
from kit.adapters.real.elasticsearch_bulk import Write, send
from kit.adapters.real.elasticsearch_document import decode, encode, encode_plain, month_of
from kit.adapters.real.elasticsearch_errors import translated
from kit.adapters.real.elasticsearch_mapping import INDEXES, VERSION
from kit.adapters.real.elasticsearch_months import Months, neighbours
from kit.adapters.real.elasticsearch_provision import provisioned
from kit.adapters.real.elasticsearch_query import request, result, shown, span, timeline_request, timeline_result
from kit.adapters.search.check import check
from kit.adapters.search.query import Segmenter, TextQuery
from kit.adapters.search.query import parse as parse_text
from kit.adapters.search.timeline import unit_of
from kit.clock import Clock
from kit.contracts.stored import IndexDocument
from kit.errors import ConfigError, InvalidInput
from kit.ports.index import IndexName, ItemResult, Query, SearchResult, Timeline
from kit.settings import Settings


def open_index(url: str, settings: Settings, clock: Clock) -> ElasticsearchIndex:
    """The index of an `elasticsearch+http(s)://` URL. Raises ConfigError (wrong URL, no access, not provisioned) or BackendUnavailable."""
    address = parse(url)
    client = address.connect()
    with translated(address):
        versions = [provisioned(client, address, index) for index in INDEXES]
    if min(versions) < VERSION:
        client.close()
        raise ConfigError(
            f"{VARIABLE}: {address.servers} is not prepared for {address.prefix}; run `catchment provision`"
        )
    return ElasticsearchIndex(client, address, settings, clock)


class ElasticsearchIndex:
    """Beside the port: reading by id sees what was just written; searches see it within a second (`refresh` forces it). Thread-safe."""

    def __init__(self, client: Elasticsearch, address: Address, settings: Settings, clock: Clock) -> None:
        self._client, self._address, self._settings, self._clock = client, address, settings, clock
        self._segmenter = Segmenter(settings.data_dir)
        self._months = {index: Months(client, address, index, clock) for index in INDEXES}

    def upsert(self, index: IndexName, documents: Sequence[IndexDocument]) -> list[ItemResult]:
        months = self._of(index)
        prepared = [_prepared(document) for document in documents]
        writes = [item for item in prepared if isinstance(item, Write)]
        with translated(self._address):
            self._place(months, writes)
            send(self._client, writes, self._clock)
        months.remember({write.id: write.place for write in writes})
        return [_result(item) for item in prepared]

    def get(self, index: IndexName, ids: Sequence[str]) -> list[IndexDocument | None]:
        found = self._read(index, ids, source=True)
        held = [found.get(key, {}).get("_source", {}) for key in ids]
        return [decode(source) if source and not source.get("deleted") else None for source in held]

    def versions(self, index: IndexName, ids: Sequence[str]) -> list[int | None]:
        found = self._read(index, ids, source=False)
        return [int(found[key]["_version"]) if key in found else None for key in ids]

    def search(self, index: IndexName, query: Query) -> SearchResult:
        check(query)
        text = parse_text(query.text, self._segmenter)
        body = request(query, text)
        if text.empty:
            return SearchResult((), 0, facets=dict.fromkeys(query.facets, ()))
        with translated(self._address):
            answer = self._client.search(index=self._of(index).alias, ignore_unavailable=True, **body)
            spread = self._timeline(index, query, text, span(answer))
        return result(query, text, answer, spread)

    def _timeline(self, index: IndexName, query: Query, text: TextQuery, edges: tuple[int, int] | None) -> Timeline:
        if edges is None:
            return Timeline("day", ())
        unit = unit_of(*edges)
        body = timeline_request(query, text, unit)
        return timeline_result(self._client.search(index=self._of(index).alias, ignore_unavailable=True, **body), unit)

    def count(self, index: IndexName) -> int:
        alias = self._of(index).alias
        with translated(self._address):
            answer = self._client.count(index=alias, query=shown(Query(superseded=True)), ignore_unavailable=True)
        return int(answer["count"])

    def refresh(self) -> None:
        with translated(self._address):
            for months in self._months.values():
                self._client.indices.refresh(index=f"{months.alias}-*", ignore_unavailable=True)

    def age(self, *, dry_run: bool = False) -> list[str]:
        with translated(self._address):
            return list(age(self._client, self._address, self._settings, self._clock, dry_run=dry_run))

    def close(self) -> None:
        self._client.close()

    def _place(self, months: Months, writes: Sequence[Write]) -> None:
        """Gives each write its index: where its id lives already, else the month of its own collection."""
        near = {month for write in writes for month in neighbours(write.place)}
        places = months.find([write.id for write in writes], near)
        for write in writes:
            write.place = places.setdefault(write.id, months.name(write.place))
        months.create(write.place for write in writes)

    def _read(self, index: IndexName, ids: Sequence[str], *, source: bool) -> dict[str, Any]:
        months = self._of(index)
        with translated(self._address):
            places = months.find(ids)
            months.remember(places)
            docs = [{"_index": place, "_id": key} for key, place in places.items()]
            items = self._client.mget(docs=docs, source=source)["docs"] if docs else []
        return {item["_id"]: item for item in items if item.get("found")}

    def _of(self, index: str) -> Months:
        for name, months in self._months.items():
            if name == index:
                return months
        raise InvalidInput(f"unknown index {index[:80]!r}; expected one of {', '.join(INDEXES)}", field="index")


def _prepared(document: IndexDocument) -> Write | ItemResult:
    try:
        body = encode(document)
    except (ValueError, OverflowError, msgspec.MsgspecError) as error:
        return ItemResult(document.id, "failed", f"{type(error).__name__}: {str(error)[:200]}")
    return Write(document.id, month_of(document), document.version, body, partial(encode_plain, document))


def _result(item: Write | ItemResult) -> ItemResult:
    found = item.result if isinstance(item, Write) else item
    assert found is not None
    return found
