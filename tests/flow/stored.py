"""What the product has stored in the end: documents of both indexes, archived rows, sightings, archived pages."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from cleaner.sinks.archived import Archived, read_info
from kit.contracts.stored import IndexDocument
from kit.ids import content_hash
from kit.ports.archive import Table
from kit.ports.index import IndexName, Query
from kit.ports.log import DOCUMENT_TOPICS
from kit.urls import fingerprint
from tests.flow.product import Product

MOST_ROWS = 100_000
CLEANER_GROUP = "cleaner"


@dataclass(frozen=True, slots=True)
class Kept:
    """One archived document: its row key, its fields, its cells."""

    key: str
    info: Archived
    cells: dict[str, bytes]

    @property
    def encoding(self) -> str:
        """In which encoding the page was read."""
        return self.cells["raw:encoding"].decode()


def indexed(product: Product, name: IndexName) -> list[IndexDocument]:
    """Every document of an index that can be found, superseded ones too."""
    found: list[IndexDocument] = []
    after: tuple[str, ...] = ()
    while True:
        hits = product.backends.index.search(name, Query(limit=100, after=after, superseded=True)).hits
        found.extend(hit.document for hit in hits)
        if len(hits) < 100:
            return found
        after = hits[-1].sort_key


def archived(product: Product) -> list[Kept]:
    """Every archived document; the rows that hold a document's state (no time in their key) are left out."""
    rows = ((key, cells) for key, cells in _rows(product, "doc") if not key.endswith(":"))
    return [Kept(key, read_info(cells), cells) for key, cells in rows]


def sighted(product: Product) -> list[tuple[str, str]]:
    """(content hash, fingerprint of the page) of every sighting."""
    return [(key.partition(":")[0], key.partition(":")[2]) for key, _ in _rows(product, "sight")]


def sightings(product: Product) -> Counter[str]:
    """Fingerprint of each page → in how many documents it was seen."""
    return Counter(page for _, page in sighted(product))


def raw_page(product: Product, kept: Kept) -> bytes:
    """The archived page as bytes."""
    key = kept.cells.get("raw:key")
    packed = product.backends.objects.get(key.decode()) if key else kept.cells["raw:html"]
    return zlib.decompress(packed)


def backlog(product: Product) -> int:
    """Documents that ingest has taken and the cleaner has not stored yet."""
    return product.backends.log.depth(DOCUMENT_TOPICS, CLEANER_GROUP)


def wrongs(product: Product, urls: list[str]) -> list[str]:
    """What is lost, doubled or not itself, in words; empty when each page is there exactly once."""
    wanted = Counter(map(fingerprint, urls))
    seen = sightings(product)
    kept = archived(product)
    shown = indexed(product, "documents") + indexed(product, "review")
    ids = Counter(document.id for document in shown)
    rows = Counter(row.key for row in kept)
    return [
        *(f"not seen: {page} × {count}" for page, count in (wanted - seen).items()),
        *(f"seen too often: {page} × {count}" for page, count in (seen - wanted).items()),
        *(f"in the indexes {count} times: {name}" for name, count in ids.items() if count > 1),
        *(f"archived {count} times: {key}" for key, count in rows.items() if count > 1),
        *(f"archived but in no index: {row.info.url}" for row in kept if _shown(row) and row.info.id not in ids),
        *(f"not its hash: {row.info.url}" for row in kept if not _is_itself(row)),
    ]


def _shown(row: Kept) -> bool:
    return row.info.severity in ("clean", "review")


def _is_itself(row: Kept) -> bool:
    return row.info.id == content_hash(row.info.title, row.info.content) and row.key.startswith(row.info.id[::-1])


def _rows(product: Product, table: Table) -> Iterator[tuple[str, dict[str, bytes]]]:
    return product.backends.archive.scan(table, limit=MOST_ROWS)
