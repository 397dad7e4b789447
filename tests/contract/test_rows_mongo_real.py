"""RowReader over MongoDB's wire protocol. CATCHMENT_TEST_MONGO=host:port tests another server, such as FerretDB, in place of the Java one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
from bson import ObjectId
from pymongo import MongoClient

from kit.adapters.rows_mongo import MongoRows
from kit.contracts.rows import RowPlace, RowQuery, packed
from kit.errors import BackendUnavailable, InvalidInput
from tests.contract.rows_suite import NOON, RowsSuite
from tests.stack.mongo import Mongo

pytestmark = pytest.mark.stack


@dataclass
class ForeignCollection:
    place: RowPlace
    reader: MongoRows
    client: MongoClient[dict[str, Any]]
    key: str = "_id"

    def fill(self, rows: Sequence[dict[str, Any]]) -> None:
        self.put([{**{name: value for name, value in row.items() if name != "id"}, "_id": row["id"]} for row in rows])

    def put(self, documents: Sequence[dict[str, Any]]) -> None:
        collection = self.client[self.place.database][self.place.name]
        collection.drop()
        if documents:
            collection.insert_many(documents)


@pytest.fixture
def foreign(request: pytest.FixtureRequest) -> Iterator[ForeignCollection]:
    named = os.environ.get("CATCHMENT_TEST_MONGO", "")
    if named:
        host, _, port = named.partition(":")
    else:
        server: Mongo = request.getfixturevalue("mongo")
        host, port = "127.0.0.1", str(server.port)
    place = RowPlace(host, "mongo.example", int(port), "foreign", "articles", seconds=10.0)
    reader, client = MongoRows(), MongoClient[dict[str, Any]](host, int(port), directConnection=True)
    yield ForeignCollection(place, reader, client)
    reader.close()
    client.close()


class TestRowsOnMongo(RowsSuite):
    def test_identifiers_of_the_server_are_keys_and_cursors(self, foreign: ForeignCollection) -> None:
        keys = [ObjectId() for _ in range(7)]
        foreign.put([{"_id": key, "update_time": NOON, "title": str(number)} for number, key in enumerate(keys)])
        for cursor in ("update_time", "_id"):
            first = foreign.reader.read(foreign.place, RowQuery(cursor, "_id", limit=4))
            rest = foreign.reader.read(foreign.place, RowQuery(cursor, "_id", limit=4, after=first.at[-1]))
            assert [row["_id"] for row in (*first.rows, *rest.rows)] == [str(key) for key in keys]

    def test_fields_may_be_nested_and_values_of_any_depth_come_as_json(self, foreign: ForeignCollection) -> None:
        document = {
            "_id": 1,
            "meta": {"changed": NOON},
            "tags": ["a", {"b": ObjectId()}],
            "raw": b"\xff\x00",
            "big": 2**40,
        }
        foreign.put([document, {"_id": 2, "meta": {"changed": NOON + timedelta(seconds=1)}}])
        batch = foreign.reader.read(foreign.place, RowQuery("meta.changed", "_id", start=packed(NOON)))
        assert [pair[1] for pair in batch.at] == ["i:1", "i:2"]
        assert batch.rows[0]["big"] == 2**40
        assert batch.rows[0]["raw"] == "ff00"
        assert isinstance(batch.rows[0]["tags"][1]["b"], str)

    def test_values_without_order_are_named(self, foreign: ForeignCollection) -> None:
        foreign.put([{"_id": 1, "update_time": {"x": 1}}])
        with pytest.raises(InvalidInput, match="position"):
            foreign.reader.read(foreign.place, RowQuery("update_time", "_id"))

    def test_only_the_server_named_is_talked_to(self, foreign: ForeignCollection) -> None:
        foreign.fill([])
        foreign.reader.read(foreign.place, RowQuery("update_time", "_id"))
        assert foreign.reader._client(replace(foreign.place)).nodes == {(foreign.place.address, foreign.place.port)}
        with pytest.raises(BackendUnavailable):
            foreign.reader.read(
                replace(foreign.place, address="127.0.0.9", seconds=0.5), RowQuery("update_time", "_id")
            )
