"""Group commit: whoever asks while the disk is busy shares the next write and its one sync."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue

from kit.errors import BackendUnavailable, Conflict, Throttled
from pusher.client.futures import complete, fail

GROUP_BYTES = 8 * 1024 * 1024
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
Job = tuple[bytes, "Future[None]", "Future[str]"]


class GroupWriter:
    """A thread that appends encoded records through `append`, many at a time, and then completes their futures."""

    def __init__(self, append: Callable[[Sequence[tuple[bytes, Future[str]]]], None]) -> None:
        self._append = append
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._door = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="spool-writer", daemon=True)
        self._thread.start()

    def write(self, data: bytes, answer: Future[str]) -> Future[None]:
        """Completes once `data` is durable; fails with Throttled (disk full) or BackendUnavailable (disk broken)."""
        durable: Future[None] = Future()
        with self._door:
            if self._closed:
                raise Conflict("the outbox is closed")
            self._jobs.put((data, durable, answer))
        return durable

    def close(self) -> None:
        """Returns after everything handed in before is written."""
        with self._door:
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            group, ends = self._gather(first)
            self._commit(group)
            if ends:
                return

    def _gather(self, first: Job) -> tuple[list[Job], bool]:
        group, size = [first], len(first[0])
        while size < GROUP_BYTES and not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                return group, True
            group.append(job)
            size += len(job[0])
        return group, False

    def _commit(self, group: list[Job]) -> None:
        try:
            self._append([(data, answer) for data, _, answer in group])
        except Exception as error:  # noqa: BLE001 -- every waiting caller gets it; the thread must outlive it
            for _, durable, _answer in group:
                fail(durable, _refusal(error))
            return
        for _, durable, _answer in group:
            complete(durable, None)


def _refusal(error: Exception) -> Exception:
    if not isinstance(error, OSError):
        return error
    if error.errno in _FULL:
        return Throttled(f"no room for the spool: {error.strerror}; free disk space")
    return BackendUnavailable(f"the spool cannot be written: {error.strerror}")
