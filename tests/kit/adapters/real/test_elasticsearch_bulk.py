"""Each document of a bulk request gets its own answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, cast

import msgspec
import pytest
from elasticsearch import Elasticsearch

from kit.adapters.real.elasticsearch_bulk import PAUSES_S, Write, send
from kit.clock import ManualClock
from kit.errors import BackendUnavailable

OFFSETS = {"type": "illegal_argument_exception", "reason": "offsets must not go backwards"}


class Server:
    """Answers each document by `answer(id, body)`: a status, or a status and an error. Keeps the ids of each request."""

    def __init__(self, answer: Callable[[str, bytes], Any]) -> None:
        self.answer = answer
        self.requests: list[list[str]] = []

    def bulk(self, *, operations: list[bytes], filter_path: str) -> dict[str, Any]:
        pairs = [(msgspec.json.decode(operations[n])["index"]["_id"], operations[n + 1]) for n in range(0, len(operations), 2)]  # fmt: skip
        self.requests.append([key for key, _ in pairs])
        return {"items": [{"index": self._item(key, body)} for key, body in pairs]}

    def _item(self, key: str, body: bytes) -> dict[str, Any]:
        given = self.answer(key, body)
        status, error = given if isinstance(given, tuple) else (given, None)
        return {"_id": key, "status": status, **({"error": error} if error else {})}


def clock() -> ManualClock:
    return ManualClock(datetime(2026, 1, 1, tzinfo=UTC))


def write(key: str, body: bytes = b"{}") -> Write:
    return Write(key, "i-2026.01", 1, body, lambda: b'{"plain":1}')


def statuses(server: Server, *writes: Write) -> list[str]:
    send(cast("Elasticsearch", server), writes, clock())
    return [item.result.status for item in writes if item.result]


def test_written_older_and_refused_documents_are_told_apart() -> None:
    error = {"type": "mapper_parsing_exception", "reason": "no", "caused_by": {"type": "x", "reason": "why"}}
    answers: dict[str, Any] = {"new": 201, "again": 200, "old": 409, "bad": (400, error)}
    items = [write(key) for key in answers]
    assert statuses(Server(lambda key, body: answers[key]), *items) == ["written", "written", "older", "failed"]
    assert items[-1].result is not None
    assert items[-1].result.reason == "x: why"


def test_only_what_the_server_was_too_busy_for_is_sent_again() -> None:
    busy = {"b": 2}

    def answer(key: str, body: bytes) -> int:
        if busy.get(key, 0) > 0:
            busy[key] -= 1
            return 429
        return 201

    server = Server(answer)
    assert statuses(server, write("a"), write("b"), write("c")) == ["written"] * 3
    assert server.requests == [["a", "b", "c"], ["b"], ["b"]]


def test_a_server_that_stays_busy_is_an_error_to_try_again_later() -> None:
    server = Server(lambda key, body: 503)
    with pytest.raises(BackendUnavailable, match="too busy for 1 of 1"):
        send(cast("Elasticsearch", server), [write("a")], clock())
    assert len(server.requests) == len(PAUSES_S) + 1


def test_text_that_an_analyzer_trips_over_is_sent_once_more_without_it() -> None:
    server = Server(lambda key, body: 201 if b"plain" in body else (400, {"reason": "x", "caused_by": OFFSETS}))
    assert statuses(server, write("a"), write("b")) == ["written", "written"]


def test_large_documents_travel_in_requests_of_bounded_size() -> None:
    server = Server(lambda key, body: 201)
    items = [write(str(n), b"{" + b" " * 3_000_000 + b"}") for n in range(5)]
    assert statuses(server, *items) == ["written"] * 5
    assert server.requests == [["0", "1"], ["2", "3"], ["4"]]
