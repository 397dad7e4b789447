"""What a collector holds: `put` a page, go on once it is on disk, learn later what ingest said."""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import NamedTuple

from kit.clock import Clock
from kit.contracts.document import PushPage
from kit.errors import Conflict, Throttled
from kit.settings import Settings
from pusher.client import record
from pusher.client.drain import Drainer
from pusher.client.futures import complete
from pusher.client.lock import FolderLock
from pusher.client.parcel import pack
from pusher.client.refused import RefusedPages
from pusher.client.spool import Spool
from pusher.client.transport import Transport
from pusher.client.writer import GroupWriter

_POLL_SECONDS = 0.02


class Depth(NamedTuple):
    """Records not yet answered for good, and bytes on disk."""

    records: int
    bytes: int


class Receipt(NamedTuple):
    """`durable` completes when the page is on disk, `answer` when ingest has decided (or with "spooled" at close)."""

    durable: Future[None]
    answer: Future[str]


class Outbox:
    """A durable queue of pages in one folder, sent to ingest by a thread of its own. Thread-safe.

    Raises Conflict when another process (or outbox) uses the folder.
    """

    def __init__(
        self,
        folder: Path,
        ingest_url: str,
        token: str,
        settings: Settings,
        clock: Clock,
        *,
        lock: FolderLock | None = None,
        worker: str = "",
    ) -> None:
        self._lock = lock or FolderLock(folder)
        self._clock = clock
        self._closed = False
        self._spool = Spool(folder, settings.spool_bytes)
        self._refused = RefusedPages(folder, clock)
        name = worker or f"{socket.gethostname()}:{os.getpid()}"
        transport = Transport(ingest_url, token, name, clock, read_seconds=settings.append_seconds * 2 + 10)
        self._writer = GroupWriter(self._spool.append)
        self._drainer = Drainer(self._spool, transport, self._refused, settings.push_batch)

    def put(self, page: PushPage | None, events: Sequence[bytes] = ()) -> Future[str]:
        """Returns once page and events are on disk; the result is the page's final status (see `submit`).

        Raises Throttled when the spool or the disk is full, InvalidInput for a page that cannot be written as JSON.
        """
        receipt = self.submit(page, events)
        receipt.durable.result()
        return receipt.answer

    def submit(self, page: PushPage | None, events: Sequence[bytes] = ()) -> Receipt:
        """As `put` without waiting for the disk. `answer` gives accepted, duplicate, stale, invalid, or spooled at close."""
        if self._closed:
            raise Conflict("the outbox is closed")
        if self._spool.full():
            raise Throttled("the spool is full: ingest takes less than is collected", retry_after_s=1.0)
        answer: Future[str] = Future()
        return Receipt(self._writer.write(record.encode(pack(page, events)), answer), answer)

    def full(self) -> bool:
        """True while `put` would raise Throttled for want of spool room."""
        return self._spool.full()

    def depth(self) -> Depth:
        return Depth(*self._spool.depth())

    def counts(self) -> dict[str, int]:
        """Of this process: `sent` records answered for good, `refused` pages set aside, `quarantined` damaged records."""
        return {
            "sent": self._drainer.sent,
            "refused": self._refused.count,
            "quarantined": self._spool.quarantined,
        }

    def adopt(self, folder: Path) -> int:
        """Sends also what another folder holds, whose lock the caller has; how many records."""
        return self._spool.adopt(folder)

    def close(self, deadline_s: float = 10.0) -> Depth:
        """Takes nothing more, sends for at most `deadline_s` seconds, and returns what stays on disk for the next start."""
        if self._closed:
            return self.depth()
        self._closed = True
        self._writer.close()
        until = self._clock.monotonic() + deadline_s
        while self.depth().records and self._clock.monotonic() < until:
            self._clock.sleep(_POLL_SECONDS)
        self._drainer.stop()
        left = self.depth()
        for entry in self._spool.close():
            if entry.answer is not None:
                complete(entry.answer, "spooled")
        self._lock.release()
        return left
