"""A replaying HTTP/1.1 server on several loopback addresses, quick enough not to be what a measurement measures.

Answers are made once, as whole byte strings; a request is a look-up. Faults are told per URL and taken before the answer.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from tests.flow.site_answer import NOT_FOUND, response

LONGEST_HEAD = 65_536
STAMP = "visit 000000"


@dataclass(slots=True)
class Fault:
    """What happens instead of the answer, the next `times` times (None: for ever).

    status: that status with `retry_after`; slow: the answer after `seconds`; hang: no answer at all; reset: the connection breaks;
    broken: half of the answer, then the connection breaks.
    """

    kind: Literal["status", "slow", "hang", "reset", "broken"]
    status: int = 500
    seconds: float = 0.0
    times: int | None = None
    retry_after: int | None = None


@dataclass(slots=True)
class Book:
    """What the server knows: `answers` and `faults` by "address/path", `requests` counted by the same.

    With `stamps`, each STAMP in a page becomes the number of the request, so that a page fetched twice is two different pages.
    """

    answers: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, Fault] = field(default_factory=dict)
    requests: Counter[str] = field(default_factory=Counter)
    bytes_sent: int = 0
    stamps: bool = False
    first_at: float = 0.0
    last_at: float = 0.0

    def fault(self, key: str) -> Fault | None:
        """The fault to play now, one use of it taken."""
        fault = self.faults.get(key)
        if fault is None or fault.times is None:
            return fault
        if fault.times <= 0:
            return None
        fault.times -= 1
        return fault


class Connection(asyncio.Protocol):
    """One client's connection; requests on it are answered in order, pipelined ones too."""

    def __init__(self, book: Book, loop: asyncio.AbstractEventLoop) -> None:
        self._book = book
        self._loop = loop
        self._waiting = b""
        self._held = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._address = str(transport.get_extra_info("sockname")[0])

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        if len(self._waiting) > LONGEST_HEAD:
            self._transport.abort()
        elif not self._held:
            self._answer_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._held = True

    def _answer_waiting(self) -> None:
        while not self._held and (end := self._waiting.find(b"\r\n\r\n")) >= 0:
            head, self._waiting = self._waiting[:end], self._waiting[end + 4 :]
            self._answer(head)

    def _answer(self, head: bytes) -> None:
        path = head.split(b" ", 2)[1].decode("latin-1") if head.count(b" ") >= 2 else "/"
        key = self._address + path
        book = self._book
        book.last_at = self._loop.time()
        book.first_at = book.first_at or book.last_at
        book.requests[key] += 1
        answer = self._answer_for(key)
        fault = book.fault(key) if book.faults else None
        if fault is None:
            self._send(answer)
        else:
            self._play(fault, answer)

    def _answer_for(self, key: str) -> bytes:
        book = self._book
        answer = book.answers.get(key, NOT_FOUND)
        return answer.replace(STAMP.encode(), f"visit {book.requests[key]:06d}".encode()) if book.stamps else answer

    def _play(self, fault: Fault, answer: bytes) -> None:
        if fault.kind == "status":
            headers = [] if fault.retry_after is None else [("Retry-After", str(fault.retry_after))]
            self._send(response(fault.status, b"", None, headers))
        elif fault.kind == "slow":
            self._held = True
            self._loop.call_later(fault.seconds, self._send_late, answer)
        elif fault.kind == "hang":
            self._held = True
        elif fault.kind == "reset":
            self._transport.abort()
        else:
            self._transport.write(answer[: len(answer) // 2])
            self._transport.close()

    def _send(self, answer: bytes) -> None:
        self._book.bytes_sent += len(answer)
        self._transport.write(answer)

    def _send_late(self, answer: bytes) -> None:
        if self._transport.is_closing():
            return
        self._held = False
        self._send(answer)
        self._answer_waiting()
