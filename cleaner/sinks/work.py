"""One batch of changes to the archive: rows are read once, changed in memory, and written together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from cleaner.sinks import keys
from cleaner.sinks.archived import Archived, info_cells, read_info
from cleaner.sinks.state import Head, Page, Sight, is_gone
from kit.ports.archive import Archive, Row, Table

MAX_SIGHTS = 1000
_WRITE_ORDER: tuple[Table, ...] = ("doc", "sight", "page", "band")


class Work:
    """Sees its own unwritten changes. `flush` writes documents first, bands last, so that a decision is there before what follows from it."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._rows: dict[Table, list[Row]] = defaultdict(list)
        self._heads: dict[str, Head] = {}
        self._pages: dict[str, Page] = {}
        self._new_pages: set[str] = set()
        self._sights: dict[str, dict[str, Sight]] = {}
        self._archived: dict[str, Archived] = {}
        self._history: dict[str, set[tuple[int, str]]] = defaultdict(set)

    def prepare(self, hashes: Collection[str], fingerprints: Collection[str]) -> None:
        """Reads heads and pages of a batch in one go each."""
        wanted = [name for name in hashes if name not in self._heads]
        for name, cells in zip(wanted, self._get("doc", map(keys.doc_head, wanted)), strict=True):
            self._heads[name] = Head.read(name, cells) if cells else Head(name)
        pages = [name for name in fingerprints if name not in self._pages]
        for name, cells in zip(pages, self._get("page", pages), strict=True):
            self._pages[name] = Page.read(name, cells) if cells else Page(name)
            if not cells:
                self._new_pages.add(name)

    def head(self, content_hash: str) -> Head:
        if content_hash not in self._heads:
            self.prepare([content_hash], [])
        return self._heads[content_hash]

    def page(self, fingerprint: str) -> Page:
        if fingerprint not in self._pages:
            self.prepare([], [fingerprint])
        return self._pages[fingerprint]

    def sights(self, content_hash: str) -> dict[str, Sight]:
        """By fingerprint, at most MAX_SIGHTS of them; without those that are gone."""
        return {name: sight for name, sight in self._all_sights(content_hash).items() if not sight.gone}

    def vanished(self, content_hash: str) -> bool:
        """True for a document that was seen once, and of which nothing is left after cleaning again."""
        found = self._all_sights(content_hash)
        return bool(found) and all(sight.gone for sight in found.values())

    def _all_sights(self, content_hash: str) -> dict[str, Sight]:
        found = self._sights.get(content_hash)
        if found is None:
            # Heads are written before sightings: without one there are none.
            found = self._read_sights(content_hash) if self.head(content_hash).stored else {}
            self._sights[content_hash] = found
        return found

    def fresh(self, content_hash: str) -> bool:
        """True for a document that the archive did not know before this batch."""
        return not self.head(content_hash).stored

    def _read_sights(self, content_hash: str) -> dict[str, Sight]:
        start, stop = keys.sights_of(content_hash)
        rows = self._archive.scan("sight", start=start, stop=stop, limit=MAX_SIGHTS)
        return {sight.fingerprint: sight for sight in (Sight.read(key, cells) for key, cells in rows)}

    def sight(self, content_hash: str, fingerprint: str) -> Sight | None:
        """Also one that is gone."""
        found = self._all_sights(content_hash)
        if fingerprint not in found and len(found) >= MAX_SIGHTS:
            key = keys.sight_row(content_hash, fingerprint)
            (cells,) = self._get("sight", [key])
            if cells:
                found[fingerprint] = Sight.read(key, cells)
        return found.get(fingerprint)

    def archived(self, row_key: str) -> Archived | None:
        if row_key not in self._archived:
            (cells,) = self._archive.get("doc", [row_key], columns=["info:"])
            if cells is None:
                return None
            self._archived[row_key] = read_info(cells)
        return self._archived[row_key]

    def history(self, fingerprint: str, since_ms: int, until_ms: int, limit: int) -> list[tuple[int, str]]:
        """Accepted sightings of a page, oldest first: (Unix ms, content hash) with since_ms <= ms < until_ms."""
        stored: set[tuple[int, str]] = set()
        if fingerprint not in self._new_pages:
            start, stop = keys.history_of(fingerprint, since_ms, until_ms)
            rows = self._archive.scan("page", start=start, stop=stop, limit=limit)
            stored = {keys.parse_history(key) for key, cells in rows if not is_gone(cells)}
        staged = {entry for entry in self._history[fingerprint] if since_ms <= entry[0] < until_ms}
        return sorted(stored | staged)[:limit]

    def recorded(
        self, fingerprint: str, since_ms: int, until_ms: int, limit: int, *, gone: bool = True
    ) -> list[tuple[int, str]]:
        """As `history`, of what is in the archive alone; with `gone` also what cleaning again took away."""
        start, stop = keys.history_of(fingerprint, since_ms, until_ms)
        rows = self._archive.scan("page", start=start, stop=stop, limit=limit)
        return [keys.parse_history(key) for key, cells in rows if gone or not is_gone(cells)]

    def add_history(self, fingerprint: str, ms: int, content_hash: str) -> None:
        self._history[fingerprint].add((ms, content_hash))
        key = keys.history_row(fingerprint, ms, content_hash)
        self.stage("page", [Row(key, {"info:current": content_hash.encode()}, ms)])

    def restore_history(self, fingerprint: str, ms: int, content_hash: str, now_ms: int) -> None:
        """Takes the mark off a sighting that had been taken out of the page's history."""
        self.stage("page", [Row(keys.history_row(fingerprint, ms, content_hash), {"info:goneAt": b"0"}, now_ms)])

    def add_document(self, row_key: str, document: Archived, raw: dict[str, bytes]) -> None:
        self._archived[row_key] = document
        self.stage("doc", [Row(row_key, info_cells(document) | raw, document.collect_ms)])

    def add_sight(self, sight: Sight) -> None:
        self._all_sights(sight.content_hash)[sight.fingerprint] = sight

    def stage(self, table: Table, rows: Iterable[Row]) -> None:
        self._rows[table].extend(rows)

    def flush(self) -> None:
        """Writes everything staged. Raises BackendUnavailable; what was written by then may be written again."""
        for table in _WRITE_ORDER:
            self._archive.put(table, self._rows[table])
        self._rows.clear()

    def _get(self, table: Table, row_keys: Iterable[str]) -> Sequence[dict[str, bytes] | None]:
        listed = list(row_keys)
        return self._archive.get(table, listed) if listed else []
