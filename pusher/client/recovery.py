"""Opening what an earlier process left: torn tails are cut, damaged stretches set aside, intact records kept."""

from __future__ import annotations

import os
from pathlib import Path

from kit import logs
from pusher.client import record
from pusher.client.segment import ACK_SUFFIX, SUFFIX, Entry, Segment

QUARANTINE = "quarantine"
log = logs.get(__name__)


def load(folder: Path) -> tuple[list[Segment], int]:
    """The unsettled segments in order, and how many damaged stretches went to the quarantine."""
    segments: list[Segment] = []
    damaged = 0
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        segment, hurt = _open(path)
        damaged += hurt
        if segment.open_entries:
            segments.append(segment)
        else:
            segment.delete()
    _drop_lone_notes(folder)
    return segments, damaged


def set_aside(segment: Segment, start: int, data: bytes) -> None:
    """Keeps damaged bytes for a person to look at."""
    folder = segment.path.parent / QUARANTINE
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / f"{segment.path.stem}-{start}.bin").write_bytes(data)
    log.warning("spool_record_damaged", segment=segment.path.name, offset=start, bytes=len(data))


def _open(path: Path) -> tuple[Segment, int]:
    data = path.read_bytes()
    found = record.scan(data)
    fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    segment = Segment(path, int(path.stem), fd, found.end, sealed=True)
    if found.end < len(data):
        os.ftruncate(fd, found.end)
        log.info("spool_tail_truncated", segment=path.name, bytes=len(data) - found.end)
    acked = segment.acked()
    damaged = [stretch for stretch in found.damaged if stretch[0] >= acked]
    for start, stop in damaged:
        set_aside(segment, start, data[start:stop])
    for offset, length in found.records:
        if offset >= acked:
            segment.open_entries.append(Entry(segment, offset, record.HEADER.size + length))
    return segment, len(damaged)


def _drop_lone_notes(folder: Path) -> None:
    for note in folder.glob(f"*{ACK_SUFFIX}"):
        if not note.with_suffix(SUFFIX).exists():
            note.unlink(missing_ok=True)
