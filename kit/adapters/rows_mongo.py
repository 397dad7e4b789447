"""RowReader on MongoDB: the same keyset paging; only the server named is talked to, never one that it names."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from bson import ObjectId
from bson.codec_options import CodecOptions, DatetimeConversion
from bson.errors import InvalidId
from pymongo import MongoClient
from pymongo.errors import ConfigurationError, OperationFailure, PyMongoError

from kit.adapters.row_values import json_value, size_of
from kit.contracts.rows import RowBatch, RowPlace, RowQuery, packed, unpacked
from kit.errors import BackendUnavailable, ConfigError, InvalidInput

MAX_CLIENTS: Final = 16
MAX_STEPS: Final = 20
_IDENTIFIER: Final = "o:"
# Times beyond what datetime holds are clamped to its ends, not errors of the whole batch.
_OPTIONS: Final[CodecOptions[dict[str, Any]]] = CodecOptions(
    dict, datetime_conversion=DatetimeConversion.DATETIME_CLAMP
)
Client = MongoClient[dict[str, Any]]


class MongoRows:
    """Keeps one client for each of the places read lately."""

    def __init__(self) -> None:
        self._clients: OrderedDict[RowPlace, Client] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, place: RowPlace, query: RowQuery) -> RowBatch:
        wanted = _filter(query)
        try:
            database = self._client(place)[place.database]
            # The older name of "hello", which every server knows.
            now = packed(database.command("isMaster", codec_options=_OPTIONS)["localTime"])
            found = database.get_collection(place.name, codec_options=_OPTIONS).find(
                wanted, batch_size=min(query.limit, 100), max_time_ms=round(place.seconds * 1000)
            )
            with found.sort(list(dict.fromkeys([(query.cursor, 1), (query.key, 1)]))).limit(query.limit) as documents:
                return _batch(documents, query, now)
        except PyMongoError as error:
            raise _explained(error, place) from error

    def close(self) -> None:
        with self._lock:
            while self._clients:
                self._clients.popitem()[1].close()

    def _client(self, place: RowPlace) -> Client:
        with self._lock:
            client = self._clients.get(place) or _client(place)
            self._clients[place] = client
            self._clients.move_to_end(place)
            if len(self._clients) > MAX_CLIENTS:
                self._clients.popitem(last=False)[1].close()
            return client


def _client(place: RowPlace) -> Client:
    wait_ms = round(place.seconds * 1000)
    login: dict[str, Any] = (
        {"username": place.user, "password": place.password, "authSource": place.auth_source or place.database}
        if place.user
        else {}
    )
    return MongoClient(
        place.address,
        place.port,
        # A replica set may name servers that nobody has checked.
        directConnection=True,
        readPreference="secondaryPreferred",
        serverSelectionTimeoutMS=wait_ms,
        connectTimeoutMS=wait_ms,
        socketTimeoutMS=wait_ms,
        maxPoolSize=2,
        retryReads=False,
        appname="catchment",
        **login,
    )


def _filter(query: RowQuery) -> dict[str, Any]:
    if query.after is not None:
        at, behind = map(_value, query.after)
        if query.cursor == query.key:
            return {query.cursor: {"$gt": at}}
        return {"$or": [{query.cursor: {"$gt": at}}, {query.cursor: at, query.key: {"$gt": behind}}]}
    return {query.cursor: {"$gte": _value(query.start)} if query.start else {"$ne": None}}


def _batch(documents: Any, query: RowQuery, now: str) -> RowBatch:
    rows: list[dict[str, Any]] = []
    at: list[tuple[str, str]] = []
    size = 0
    for document in documents:
        at.append((_packed(_at(document, query.cursor)), _packed(_at(document, query.key))))
        rows.append(json_value(document))
        size += size_of(rows[-1])
        if size >= query.max_bytes:
            break
    return RowBatch(tuple(rows), tuple(at), now, len(rows) == query.limit or size >= query.max_bytes)


def _at(document: Mapping[str, Any], path: str) -> Any:
    value: Any = document
    for step in path.split(".")[:MAX_STEPS]:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _packed(value: Any) -> str:
    return f"{_IDENTIFIER}{value}" if isinstance(value, ObjectId) else packed(value)


def _value(text: str) -> Any:
    if not text.startswith(_IDENTIFIER):
        return unpacked(text)
    try:
        return ObjectId(text.removeprefix(_IDENTIFIER))
    except InvalidId as error:
        raise InvalidInput(f"{text[:60]!r} is no position") from error


def _explained(error: PyMongoError, place: RowPlace) -> ConfigError | BackendUnavailable:
    said = str(error.details.get("errmsg", "")) if isinstance(error, OperationFailure) and error.details else str(error)
    told = f"{place.host}:{place.port}/{place.database}: {said[:200]}"
    denied = isinstance(error, OperationFailure) and error.code in (13, 18, 8000)
    return ConfigError(told) if denied or isinstance(error, ConfigurationError) else BackendUnavailable(told)
