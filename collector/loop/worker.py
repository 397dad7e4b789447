"""A parsing process: reads jobs from a socket, answers each, ends when the socket closes. `python -m collector.loop.worker FD SECONDS`."""

from __future__ import annotations

import os
import resource
import signal
import socket
import struct
import sys
import time
from datetime import UTC, datetime
from typing import Final

from collector.loop import messages, parse
from kit.contracts.config import SourceConfig
from kit.contracts.task import FailureClass

LENGTH: Final = struct.Struct("!I")
MEMORY_BYTES: Final = 4 * 1024**3
# A process that its parent could not stop (because the parent died) stops itself a little later.
_GRACE_SECONDS: Final = 5.0


def serve(connection: socket.socket, seconds: float) -> None:
    """Answers jobs until the other side hangs up."""
    _warm_up()
    connection.sendall(LENGTH.pack(0))
    while (job := _receive(connection)) is not None:
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE_SECONDS)
        answer = _answer(job)
        signal.setitimer(signal.ITIMER_REAL, 0)
        connection.sendall(LENGTH.pack(len(answer)) + answer)


def _warm_up() -> None:
    """Loads what the first page would otherwise wait for, on that page's time limit."""
    source = SourceConfig(0, 0, "COLUMN", "", "http://warm.example/", "AUTO", None, 5, "UTC", 0, 0, 1, {}, {})
    page = (
        b"<html><head><title>Warm</title></head><body><h1>Warm</h1><p>"
        + b"One sentence after another. " * 20
        + b"</p></body></html>"
    )
    parse.parse(
        messages.ParseJob("detail", source, None, source.entry_url, page, "text/html", datetime(2026, 1, 1, tzinfo=UTC))
    )


def _answer(job: bytes) -> bytes:
    started = time.perf_counter()
    try:
        parsed = parse.parse(messages.decode_job(job))
    except Exception as error:  # noqa: BLE001 -- whatever a page does to a parser is that page's failure, reported by name
        parsed = messages.Parsed(failure=FailureClass.PARSE, detail=f"{type(error).__name__}: {error}"[:300])
    return messages.encode_parsed(parse.timed(parsed, (time.perf_counter() - started) * 1000))


def _receive(connection: socket.socket) -> bytes | None:
    head = _exactly(connection, LENGTH.size)
    return None if head is None else _exactly(connection, LENGTH.unpack(head)[0])


def _exactly(connection: socket.socket, size: int) -> bytes | None:
    buffer = bytearray(size)
    view, filled = memoryview(buffer), 0
    while filled < size:
        received = connection.recv_into(view[filled:])
        if not received:
            return None
        filled += received
    return bytes(buffer)


def main() -> None:
    descriptor, seconds = int(sys.argv[1]), float(sys.argv[2])
    # The terminal's Ctrl-C goes to the whole group; the parent decides when parsing ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    os.nice(5)
    with socket.socket(fileno=descriptor) as connection:
        serve(connection, seconds)


if __name__ == "__main__":
    main()
