"""The record format of spool segments: magic, length, two checksums, payload.

A record is a 16-byte header (little endian: magic `CPS1`, payload length, CRC-32 of the payload, CRC-32 of the 12 bytes before)
and the payload. The header's own checksum tells a damaged payload, which can be stepped over, from a damaged length, behind which
the next record must be searched for. JSON and base64 inside a payload hold no zero byte, so page text cannot imitate a header.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field

MAGIC = b"CPS1"
HEADER = struct.Struct("<4sIII")
MAX_PAYLOAD = 31 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Scan:
    """What a segment holds. All positions are byte offsets; `records` are (start of header, payload length).

    `damaged` are (start, stop) of stretches between intact records; from `end` on there is only a torn tail.
    """

    records: list[tuple[int, int]] = field(default_factory=list)
    damaged: list[tuple[int, int]] = field(default_factory=list)
    end: int = 0


def encode(payload: bytes) -> bytes:
    """One record, ready to append."""
    start = struct.pack("<4sII", MAGIC, len(payload), zlib.crc32(payload))
    return start + struct.pack("<I", zlib.crc32(start)) + payload


def payload_of(record: bytes) -> bytes | None:
    """The payload of one whole record; None when a checksum does not hold."""
    length = _length_at(record, 0)
    payload = record[HEADER.size :]
    if length != len(payload) or zlib.crc32(payload) != HEADER.unpack_from(record)[2]:
        return None
    return payload


def scan(data: bytes) -> Scan:
    """Finds every intact record of a segment, whatever happened to the bytes between them."""
    records: list[tuple[int, int]] = []
    damaged: list[tuple[int, int]] = []
    at = 0
    while at < len(data):
        stop = _stop_of(data, at)
        if stop is None:
            found = _next_intact(data, at + 1)
            if found is None:
                break
            damaged.append((at, found))
            at = found
            continue
        if _intact(data, at, stop):
            records.append((at, stop - at - HEADER.size))
        else:
            damaged.append((at, stop))
        at = stop
    return Scan(records, damaged, at)


def _length_at(data: bytes, at: int) -> int | None:
    if len(data) - at < HEADER.size:
        return None
    magic, length, _, check = HEADER.unpack_from(data, at)
    valid = magic == MAGIC and check == zlib.crc32(data[at : at + 12])
    return int(length) if valid else None


def _stop_of(data: bytes, at: int) -> int | None:
    length = _length_at(data, at)
    if length is None or at + HEADER.size + length > len(data):
        return None
    return at + HEADER.size + length


def _intact(data: bytes, at: int, stop: int) -> bool:
    with memoryview(data) as view:
        return zlib.crc32(view[at + HEADER.size : stop]) == int(HEADER.unpack_from(data, at)[2])


def _next_intact(data: bytes, at: int) -> int | None:
    while (at := data.find(MAGIC, at)) >= 0:
        stop = _stop_of(data, at)
        if stop is not None and _intact(data, at, stop):
            return at
        at += 1
    return None
