"""Reads of the archive for one document."""

from __future__ import annotations

from itertools import groupby

from cleaner.sinks import keys
from cleaner.sinks.archived import Archived, read_info
from cleaner.sinks.state import Head, Sight, is_gone
from kit.ports.archive import Archive

MAX_SIGHTINGS, MAX_HISTORY, MAX_ROWS = 200, 2000, 50


def head(archive: Archive, content_hash: str) -> Head:
    (cells,) = archive.get("doc", [keys.doc_head(content_hash)])
    return Head.read(content_hash, cells) if cells else Head(content_hash)


def sights(archive: Archive, content_hash: str) -> list[Sight]:
    """At most MAX_SIGHTINGS, earliest first."""
    start, stop = keys.sights_of(content_hash)
    found = [
        Sight.read(key, cells) for key, cells in archive.scan("sight", start=start, stop=stop, limit=MAX_SIGHTINGS)
    ]
    return sorted((sight for sight in found if not sight.gone), key=lambda sight: (sight.first, sight.fingerprint))


def newest_row(archive: Archive, content_hash: str) -> str:
    """Key of the newest archived row of a document that was never sighted (a rejected one); empty where there is none."""
    start = keys.doc_head(content_hash)
    rows = archive.scan("doc", start=start, stop=f"{content_hash[::-1]};", limit=MAX_ROWS)
    return max((key for key, _ in rows if key != start), default="")


def archived(archive: Archive, row_key: str) -> Archived | None:
    (cells,) = archive.get("doc", [row_key], columns=["info:"]) if row_key else (None,)
    return read_info(cells) if cells else None


def raw(archive: Archive, row_key: str) -> dict[str, bytes] | None:
    (cells,) = archive.get("doc", [row_key], columns=["raw:"]) if row_key else (None,)
    return cells


def changes(archive: Archive, fingerprint: str) -> list[tuple[int, str]]:
    """The texts of a page in turn: (Unix ms since when, content hash), oldest first, from its first MAX_HISTORY sightings."""
    start, stop = keys.history_of(fingerprint)
    rows = archive.scan("page", start=start, stop=stop, limit=MAX_HISTORY)
    history = (keys.parse_history(key) for key, cells in rows if not is_gone(cells))
    return [next(run) for _, run in groupby(history, key=lambda entry: entry[1])]


def current(archive: Archive, fingerprint: str) -> str:
    """Content hash of what a page shows; empty for a page that was never stored."""
    (cells,) = archive.get("page", [fingerprint], columns=["info:"])
    return (cells or {}).get("info:current", b"").decode()
