"""The bounded, ordered set of spool segments in one folder."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from pathlib import Path

from pusher.client import recovery
from pusher.client.parcel import Parcel, unpack
from pusher.client.segment import Entry, Segment, sync_folder

_SEGMENT_BYTES = 16 * 1024 * 1024


class Spool:
    """Appends records durably, hands them out in order, forgets them once settled. Thread-safe; one process only.

    `capacity` in bytes bounds the files on disk, settled records of unfinished segments included.
    """

    def __init__(self, folder: Path, capacity: int) -> None:
        self.folder = folder
        self.capacity = capacity
        self._segment_bytes = max(64 * 1024, min(_SEGMENT_BYTES, capacity // 8))
        self._lock = threading.Lock()
        self._arrived = threading.Condition(self._lock)
        self._segments, self.quarantined = recovery.load(folder)
        self._bytes = sum(segment.size for segment in self._segments)
        self._waiting = deque(entry for segment in self._segments for entry in segment.open_entries)
        self._open = len(self._waiting)
        self._next = max((segment.number for segment in self._segments), default=0) + 1

    def append(self, records: Sequence[tuple[bytes, Future[str]]]) -> None:
        """Writes encoded records with one sync. Raises OSError with nothing of them kept. Called by one thread only."""
        segment = self._writable()
        offset = segment.size
        segment.append(b"".join(data for data, _ in records))
        entries = []
        for data, answer in records:
            entries.append(Entry(segment, offset, len(data), answer))
            offset += len(data)
        with self._lock:
            segment.open_entries.extend(entries)
            self._waiting.extend(entries)
            self._open += len(entries)
            self._bytes += segment.size - entries[0].offset
            self._arrived.notify_all()

    def take(self, limit: int, max_bytes: int, timeout_s: float) -> list[Entry]:
        """The next entries in order, at least one if there is any within `timeout_s`; they stay open until settled."""
        with self._lock:
            if not self._waiting:
                self._arrived.wait(timeout_s)
            taken: list[Entry] = []
            size = 0
            while self._waiting and len(taken) < limit and (not taken or size + self._waiting[0].size <= max_bytes):
                taken.append(self._waiting.popleft())
                size += taken[-1].size
            return taken

    def read(self, entry: Entry) -> Parcel | None:
        """What was put, or None after a damaged record was moved to the quarantine."""
        payload = entry.segment.read(entry)
        parcel = None if payload is None else unpack(payload)
        if parcel is None:
            recovery.set_aside(entry.segment, entry.offset, entry.segment.raw(entry))
            self.quarantined += 1
        return parcel

    def settle(self, entries: Iterable[Entry]) -> None:
        """These are answered for good: files without open entries are deleted, the others note how far they are."""
        with self._lock:
            touched: dict[int, Segment] = {}
            for entry in entries:
                entry.done = True
                self._open -= 1
                touched[entry.segment.number] = entry.segment
            for segment in touched.values():
                segment.forget_done()
                self._note_or_delete(segment)

    def adopt(self, folder: Path) -> int:
        """Takes over the segments of another, locked folder after its own; how many entries."""
        segments, damaged = recovery.load(folder)
        with self._lock:
            self.quarantined += damaged
            for segment in segments:
                self._take_over(segment)
            return sum(len(segment.open_entries) for segment in segments)

    def depth(self) -> tuple[int, int]:
        """Open records, bytes on disk."""
        return self._open, self._bytes

    def full(self) -> bool:
        return self._bytes >= self.capacity

    def wake(self) -> None:
        """Ends a waiting `take`."""
        with self._lock:
            self._arrived.notify_all()

    def close(self) -> list[Entry]:
        """Closes the files and returns the entries that stay on disk."""
        with self._lock:
            left = [entry for segment in self._segments for entry in segment.open_entries if not entry.done]
            for segment in list(self._segments):
                if segment.open_entries:
                    segment.close()
                else:
                    self._delete(segment)
            self._segments.clear()
            return left

    def _writable(self) -> Segment:
        with self._lock:
            last = self._segments[-1] if self._segments else None
            if last is not None and not last.sealed and last.size < self._segment_bytes:
                return last
            if last is not None:
                last.sealed = True
                self._note_or_delete(last)
            number, self._next = self._next, self._next + 1
            segment = Segment.create(self.folder, number)
            self._segments.append(segment)
            return segment

    def _note_or_delete(self, segment: Segment) -> None:
        if segment not in self._segments:
            return
        if segment.sealed and not segment.open_entries:
            self._delete(segment)
        else:
            segment.note()

    def _take_over(self, segment: Segment) -> None:
        number, self._next = self._next, self._next + 1
        target = self.folder / f"{number:012d}{segment.path.suffix}"
        # The note is left behind: repeats are recognised by ingest, a note beside the wrong segment would lose records.
        note = segment.ack_path
        segment.path.rename(target)
        note.unlink(missing_ok=True)
        sync_folder(self.folder)
        segment.path, segment.number = target, number
        self._segments.insert(0, segment)
        self._bytes += segment.size
        self._open += len(segment.open_entries)
        self._waiting.extend(segment.open_entries)

    def _delete(self, segment: Segment) -> None:
        self._segments.remove(segment)
        self._bytes -= segment.size
        segment.delete()
