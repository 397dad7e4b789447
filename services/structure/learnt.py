"""Sights of pages as they are stored: bounded, compressed, by address."""

from __future__ import annotations

import zlib

import msgspec

from collector.extract.anchors import Baseline, PageSight, learn

# So many pages make a baseline; some more are asked for until it is as good as it gets.
ENOUGH = 8
KEPT = 14
MAX_BYTES = 4_000_000
MAX_SIGHT_CHARS = 60_000
Sights = dict[str, PageSight]
_SIGHTS = msgspec.json.Decoder(dict[str, PageSight])
_SIGHT = msgspec.json.Decoder(PageSight)


def packed(value: Sights | Baseline) -> bytes:
    return zlib.compress(msgspec.json.encode(value), 6)


def sights(blob: bytes) -> Sights:
    return _SIGHTS.decode(unpacked(blob)) if blob else {}


def unpacked(blob: bytes) -> bytes:
    return zlib.decompressobj().decompress(blob, MAX_BYTES) if blob else b""


def read(text: str) -> PageSight | None:
    """A sight as an event brought it; None for what is none."""
    if not text or len(text) > MAX_SIGHT_CHARS:
        return None
    try:
        return _SIGHT.decode(text)
    except msgspec.MsgspecError:
        return None


def added(known: Sights, url: str, sight: PageSight) -> Sights:
    """With this one as the newest; the oldest go."""
    rest = {name: one for name, one in known.items() if name != url}
    rest[url] = sight
    return dict(list(rest.items())[-KEPT:])


def baseline_of(known: Sights) -> bytes:
    """Packed; empty while there are too few pages."""
    return packed(learn(list(known.values()))) if len(known) >= ENOUGH else b""
