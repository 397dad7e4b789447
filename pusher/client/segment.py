"""One spool file: appended to, read at any place, deleted once all its records are settled."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pusher.client import record

SUFFIX, ACK_SUFFIX = ".seg", ".ack"
_ACK_WIDTH = 16


@dataclass(slots=True, eq=False)
class Entry:
    """A record waiting to be settled. `answer` tells whoever put it, where somebody still waits."""

    segment: Segment
    offset: int
    size: int
    answer: Future[str] | None = None
    events_sent: bool = False
    done: bool = False


@dataclass(slots=True, eq=False)
class Segment:
    """`size` counts bytes of intact appends. A sealed segment is never written again."""

    path: Path
    number: int
    fd: int
    size: int = 0
    sealed: bool = False
    open_entries: deque[Entry] = field(default_factory=deque)

    @classmethod
    def create(cls, folder: Path, number: int) -> Segment:
        """A new empty file whose name survives a crash."""
        path = folder / f"{number:012d}{SUFFIX}"
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            sync_folder(folder)
        except OSError:
            os.close(fd)
            raise
        return cls(path, number, fd)

    def append(self, data: bytes) -> None:
        """Durable on return. Raises OSError with the file as it was before, as far as the disk allows."""
        try:
            write_all(self.fd, data, self.size)
            os.fdatasync(self.fd)
        except OSError:
            self.sealed = True
            os.ftruncate(self.fd, self.size)
            raise
        self.size += len(data)

    def read(self, entry: Entry) -> bytes | None:
        """The payload; None when the disk gives back something else than was written."""
        return record.payload_of(self.raw(entry))

    def raw(self, entry: Entry) -> bytes:
        return os.pread(self.fd, entry.size, entry.offset)

    def forget_done(self) -> None:
        while self.open_entries and self.open_entries[0].done:
            self.open_entries.popleft()

    def note(self) -> None:
        """Writes down how far the segment is done. Not synced, may fail: a lost note only means that ingest sees repeats."""
        reached = self.open_entries[0].offset if self.open_entries else self.size
        with suppress(OSError):
            self.ack_path.write_text(f"{reached:0{_ACK_WIDTH}d}", encoding="ascii")

    @property
    def ack_path(self) -> Path:
        return self.path.with_suffix(ACK_SUFFIX)

    def acked(self) -> int:
        try:
            return int(self.ack_path.read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return 0

    def close(self) -> None:
        os.close(self.fd)

    def delete(self) -> None:
        # The note goes last: a segment without its note is sent again, a note without its segment is nothing.
        self.close()
        self.path.unlink(missing_ok=True)
        self.ack_path.unlink(missing_ok=True)


def write_all(fd: int, data: bytes, offset: int) -> None:
    with memoryview(data) as view:
        written = 0
        while written < len(view):
            written += os.pwrite(fd, view[written:], offset + written)


def sync_folder(folder: Path) -> None:
    """Makes created, renamed and deleted names in a folder durable."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
