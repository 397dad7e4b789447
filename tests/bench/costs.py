"""What a run of the product cost: processor time by role, bytes by store; and the same for a million documents."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.bench.table import Row

MILLION = 1_000_000
STORES: Mapping[str, tuple[str, ...]] = {
    "log": ("log.db",),
    "index": ("index.db", "index-review.db"),
    "archive": ("archive.db",),
}


@dataclass(frozen=True, slots=True)
class Costs:
    """`cpu` is seconds by role, `stored` bytes by store, both of `documents` documents."""

    documents: int
    cpu: Mapping[str, float]
    stored: Mapping[str, int]

    def rows(self, measure: str) -> list[Row]:
        """Each amount as it would be for a million documents, the dearest first. Nothing without documents."""
        if not self.documents:
            return []
        factor = MILLION / self.documents
        cpu = sorted(self.cpu.items(), key=lambda item: -item[1])
        total = sum(self.cpu.values()) * factor
        return [
            Row(f"{measure}: processor time a million documents", "s", total, less_is_better=True),
            *(Row(f"  of it {role}", "s", seconds * factor, less_is_better=True) for role, seconds in cpu),
            *(
                Row(f"  bytes in {name}", "GB", size * factor / 1e9, less_is_better=True)
                for name, size in self.stored.items()
            ),
        ]


def spent(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    """Seconds by role between two looks."""
    return {role: seconds - before.get(role, 0.0) for role, seconds in after.items()}


def stored_bytes(folder: Path) -> dict[str, int]:
    """Bytes that each embedded store holds, what is still in its write-ahead log included, free pages not; and the folder of objects."""
    sizes = {name: sum(_bytes_in(folder / file) for file in files) for name, files in STORES.items()}
    sizes["objects"] = sum(file.stat().st_size for file in (folder / "objects").rglob("*") if file.is_file())
    return sizes


def _bytes_in(file: Path) -> int:
    if not file.is_file():
        return 0
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    try:
        size, pages, free = (
            int(connection.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_size", "page_count", "freelist_count")
        )
        return size * (pages - free)
    finally:
        connection.close()
