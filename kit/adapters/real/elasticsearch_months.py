"""In which monthly index a document lives: the month of its first collection, for ever, so that a newer version never becomes a second copy."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from elasticsearch import BadRequestError, Elasticsearch

from kit.adapters.real.elasticsearch_address import Address
from kit.clock import Clock
from kit.ports.index import IndexName

MAX_REMEMBERED = 100_000
LOOKUP_IDS = 1000
_EXISTS = "resource_already_exists_exception"


class Months:
    """One index's months. Remembers where documents were written or found of late; thread-safe."""

    def __init__(self, client: Elasticsearch, address: Address, index: IndexName, clock: Clock) -> None:
        self._client, self._clock = client, clock
        self.alias = address.alias(index)
        self._places: OrderedDict[str, str] = OrderedDict()
        self._known: set[str] = set()
        self._lock = threading.Lock()

    def name(self, month: str) -> str:
        return f"{self.alias}-{month}"

    def create(self, names: Iterable[str]) -> None:
        """Makes the indexes that do not exist, from the template."""
        for name in sorted(set(names) - self._known):
            try:
                self._client.indices.create(index=name)
            except BadRequestError as error:
                if error.error != _EXISTS:
                    raise
            self._known.add(name)

    def find(self, ids: Sequence[str], months: Iterable[str] = ()) -> dict[str, str]:
        """Id → index name, of those that exist. `months`: where others may have written them in the last moments, beside the present one."""
        with self._lock:
            found = {key: self._places[key] for key in ids if key in self._places}
        missing = [key for key in dict.fromkeys(ids) if key not in found and _can_be_asked(key)]
        for start in range(0, len(missing), LOOKUP_IDS):
            part = missing[start : start + LOOKUP_IDS]
            found |= self._search(part)
            # Searches lag behind writes by the refresh interval; reading by id does not.
            found |= self._read([key for key in part if key not in found], months)
        return found

    def remember(self, places: dict[str, str]) -> None:
        with self._lock:
            self._places.update(places)
            while len(self._places) > MAX_REMEMBERED:
                self._places.popitem(last=False)

    def _search(self, ids: list[str]) -> dict[str, str]:
        answer = self._client.search(
            index=self.alias,
            query={"ids": {"values": ids}},
            source=False,
            size=len(ids),
            sort=[{"_index": "desc"}],
            track_total_hits=False,
            ignore_unavailable=True,
        )
        # The oldest month last: it wins should a document be in two.
        return {hit["_id"]: hit["_index"] for hit in answer["hits"]["hits"]}

    def _read(self, ids: list[str], months: Iterable[str]) -> dict[str, str]:
        names = sorted({self.name(month) for month in (*months, *around(self._clock.now()))}, reverse=True)
        docs = [{"_index": name, "_id": key} for name in names for key in ids]
        if not docs:
            return {}
        answer = self._client.mget(docs=docs, source=False)
        return {item["_id"]: item["_index"] for item in answer["docs"] if item.get("found")}


def monthly(client: Elasticsearch, address: Address, index: IndexName) -> Iterator[tuple[str, int]]:
    """Names of the monthly indexes that exist, with their month's number."""
    start = f"{address.alias(index)}-"
    for name in sorted(client.indices.get(index=f"{start}*", features="aliases")):
        month = name.removeprefix(start)
        if len(month) == 7 and month.replace(".", "").isdigit():
            yield name, number_of(month)


def around(moment: datetime) -> tuple[str, ...]:
    """The month, the one before and the one after, as yyyy.mm."""
    return neighbours(f"{moment.year:04}.{moment.month:02}")


def neighbours(month: str) -> tuple[str, ...]:
    number = number_of(month)
    return tuple(f"{n // 12:04}.{n % 12 + 1:02}" for n in (number - 1, number, number + 1))


def number_of(month: str) -> int:
    """Months since the year 0, of yyyy.mm."""
    year, _, of_year = month.partition(".")
    return int(year) * 12 + int(of_year) - 1


def _can_be_asked(key: str) -> bool:
    """False for an empty id and for lone surrogates, which no index holds."""
    return bool(key) and not any("\ud800" <= character <= "\udfff" for character in key)
