"""Search and the document page."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence

import msgspec

from cleaner.sinks.archived import Archived
from cleaner.sinks.state import Sight
from kit import urls
from kit.clock import from_ms
from kit.contracts.stored import IndexDocument
from kit.errors import InvalidInput, NotFound
from kit.ports.archive import Archive
from kit.ports.index import IndexName, Query, SearchIndex, SearchResult
from kit.ports.objects import ObjectStore
from services.documents import repository
from services.documents.schemas import DocumentView, Member, PageVersion, RawView, Sighting

MAX_PAGE_BYTES = 20_000_000
_MAX_MEMBERS, _MAX_VERSIONS = 50, 50
_HASH = re.compile(r"[0-9a-f]{32}")
_INDEXES: tuple[IndexName, ...] = ("documents", "review")
_HEADERS = msgspec.json.Decoder(tuple[tuple[str, str], ...])


class DocumentService:
    """Reads only. Decisions on documents are `cleaner.sinks.review.decide`."""

    def __init__(self, index: SearchIndex, archive: Archive, objects: ObjectStore) -> None:
        self._index, self._archive, self._objects = index, archive, objects

    def search(self, query: Query, index: IndexName = "documents") -> SearchResult:
        """Raises InvalidInput for an unknown filter, facet or sort."""
        return self._index.search(index, query)

    def similar(self, groups: Sequence[str]) -> dict[str, int]:
        """How many documents each near-duplicate group has, older versions included; groups of one are left out."""
        wanted = sorted(set(filter(None, groups)))
        if not wanted:
            return {}
        query = Query(filters={"group": wanted}, facets=("group",), limit=0, superseded=True)
        counts = self._index.search("documents", query).facets["group"]
        return {group: count for group, count in counts if count > 1}

    def get(self, content_hash: str) -> DocumentView:
        """Raises NotFound, InvalidInput for something that is no content hash."""
        _check(content_hash)
        sights = repository.sights(self._archive, content_hash)
        index, document = self._indexed(content_hash)
        archived = repository.archived(self._archive, self._row(content_hash, document, sights))
        if document is None and archived is None:
            raise NotFound(f"there is no document {content_hash}")
        return DocumentView(
            content_hash=content_hash,
            index=index,
            document=document,
            archived=archived,
            decision=repository.head(self._archive, content_hash).decision,
            sightings=[_sighting(sight) for sight in sights],
            versions=self._versions(archived),
            duplicates=self._members(content_hash, document),
        )

    def of_url(self, url: str) -> str:
        """Content hash of the document that the page at this address shows; empty where there is none."""
        try:
            return repository.current(self._archive, urls.fingerprint(url))
        except InvalidInput:
            return ""

    def raw_page(self, content_hash: str) -> RawView:
        """The exact page that the shown document was extracted from. Raises NotFound where none was kept."""
        _check(content_hash)
        _, document = self._indexed(content_hash)
        row_key = self._row(content_hash, document, repository.sights(self._archive, content_hash))
        return self.raw_of_row(row_key)

    def raw_of_row(self, row_key: str) -> RawView:
        """As `raw_page`, for the row key of any sighting."""
        cells = repository.raw(self._archive, row_key)
        if not cells or "raw:url" not in cells:
            raise NotFound("no page was kept for this document")
        html, truncated = self._html(cells)
        text = {name: value.decode("utf-8", "replace") for name, value in cells.items() if name not in _BINARY}
        return RawView(
            html=html,
            encoding=text.get("raw:encoding", ""),
            headers=_HEADERS.decode(cells["raw:headers"]),
            url=text["raw:url"],
            status=int(text.get("raw:status", 0)),
            fetched_at=text.get("raw:fetchedAt", ""),
            truncated=truncated,
        )

    def _indexed(self, content_hash: str) -> tuple[IndexName | None, IndexDocument | None]:
        for name in _INDEXES:
            (document,) = self._index.get(name, [content_hash])
            if document is not None:
                return name, document
        return None, None

    def _row(self, content_hash: str, document: IndexDocument | None, sights: Sequence[Sight]) -> str:
        if document is not None and document.row_key:
            return document.row_key
        return sights[0].shown if sights else repository.newest_row(self._archive, content_hash)

    def _versions(self, archived: Archived | None) -> list[PageVersion]:
        """Newest first."""
        if archived is None or archived.shared:
            return []
        changes = repository.changes(self._archive, archived.fingerprint)
        numbered = list(enumerate(changes, 1))[-_MAX_VERSIONS:]
        hashes = list(dict.fromkeys(name for _, (_, name) in numbered))
        found = dict(zip(hashes, self._index.get("documents", hashes) if hashes else [], strict=True))
        return [
            PageVersion(number, name, _title(found.get(name)), from_ms(ms), number == len(changes))
            for number, (ms, name) in reversed(numbered)
        ]

    def _members(self, content_hash: str, document: IndexDocument | None) -> list[Member]:
        if document is None or not document.group:
            return []
        query = Query(filters={"group": [document.group]}, superseded=True, limit=_MAX_MEMBERS)
        found = (hit.document for hit in self._index.search("documents", query).hits)
        return [
            Member(one.id, one.title, one.url, one.duplicate_kind, one.collect_time)
            for one in found
            if one.id != content_hash
        ]

    def _html(self, cells: Mapping[str, bytes]) -> tuple[bytes, bool]:
        body = cells.get("raw:html")
        if body is None:
            body = self._objects.get(cells["raw:key"].decode()) if "raw:key" in cells else b""
        try:
            unpacker = zlib.decompressobj()
            html = unpacker.decompress(body, MAX_PAGE_BYTES)
        except zlib.error as error:
            raise NotFound(f"the archived page is damaged: {error}") from error
        return html, bool(unpacker.unconsumed_tail)


_BINARY = frozenset({"raw:html", "raw:document", "raw:headers"})


def _check(content_hash: str) -> None:
    if not _HASH.fullmatch(content_hash):
        raise InvalidInput("not a content hash: expected 32 hex digits", field="content_hash")


def _sighting(sight: Sight) -> Sighting:
    first, seen = from_ms(sight.first), from_ms(sight.seen)
    return Sighting(sight.url, sight.source_id, sight.fingerprint, first, seen, sight.shown)


def _title(document: IndexDocument | None) -> str:
    return document.title if document else ""
