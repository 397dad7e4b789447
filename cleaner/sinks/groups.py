"""Near duplicates across batches, restarts and processes: which group a document belongs to, decided once and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

import msgspec

from cleaner.core import Relation, Signatures, near_duplicate
from cleaner.sinks import keys
from cleaner.sinks.work import Work
from kit.ports.archive import Archive, Row

MAX_PER_BAND = 50
"""A key that so many documents share says nothing; no more are written to it."""

_MAX_CANDIDATES = 32
_DAY_MS = 86_400_000
_CELL = "info:"
_RANK = {Relation.EXACT: 0, Relation.NEAR: 1, Relation.CONTAINS: 2}
_SIGNATURES = msgspec.msgpack.Decoder(Signatures)


@dataclass(frozen=True, slots=True)
class _Match:
    content_hash: str
    relation: Relation
    jaccard: float
    signatures: Signatures

    @property
    def order(self) -> tuple[int, float, str]:
        return _RANK[self.relation], -self.jaccard, self.content_hash


class Groups:
    """`days` is the window: older documents are no candidates. One instance per batch."""

    def __init__(self, archive: Archive, work: Work, *, days: int) -> None:
        self._archive, self._work = archive, work
        self._window_ms = days * _DAY_MS
        self._row_keys: dict[tuple[str, int], list[str]] = {}
        self._read_keys: set[str] = set()
        self._bands: dict[str, dict[str, int]] = {}
        self._signatures: dict[str, Signatures | None] = {}

    def prepare(self, documents: Iterable[tuple[Signatures, int]]) -> None:
        """Reads the bands of a batch at once."""
        self._read({key for signatures, ms in documents for key in self._keys(signatures, ms)})

    def stand_alone(self, content_hash: str, ms: int) -> None:
        """A document that nothing is compared with."""
        head = self._work.head(content_hash)
        if not head.group:
            head.group, head.grouped_ms = content_hash, ms
        self._work.stage("doc", [head.group_row()])

    def join(self, signatures: Signatures, fingerprint: str, ms: int, *, versioned: bool, again: bool = False) -> None:
        """Gives the document its group unless it has one, and makes it findable for later ones; `again`: by other keys than before."""
        head = self._work.head(signatures.content_hash)
        if not head.group:
            match = self._best(signatures, ms)
            head.group, head.kind = signatures.content_hash, ""
            head.grouped_ms = ms
            if match is not None:
                head.group = self._work.head(match.content_hash).group or match.content_hash
                head.kind = match.relation.value
                if versioned and self._work.sight(match.content_hash, fingerprint) is not None:
                    head.kind = "version"
        self._work.stage("doc", [head.group_row()])
        if again:
            self._signatures[signatures.content_hash] = None
        self._publish(signatures, head.grouped_ms)

    def alike(self, first: str, second: str, ms: int) -> bool:
        """Whether two known documents are near duplicates."""
        one, other = self._signatures_of(first, ms), self._signatures_of(second, ms)
        return one is not None and other is not None and near_duplicate(one, other).relation is not Relation.DIFFERENT

    def _best(self, signatures: Signatures, ms: int) -> _Match | None:
        matches = [match for name in self._candidates(signatures, ms) if (match := self._match(signatures, name, ms))]
        for match in sorted(matches, key=lambda match: match.order):
            if self._fits_group(signatures, match, ms):
                return match
        return None

    def _candidates(self, signatures: Signatures, ms: int) -> list[str]:
        shared: Counter[str] = Counter()
        row_keys = self._keys(signatures, ms)
        self._read(row_keys)
        for members in filter(None, map(self._bands.get, row_keys)):
            shared.update(name for name, at in members.items() if abs(ms - at) <= self._window_ms)
        del shared[signatures.content_hash]
        return sorted(shared, key=lambda name: (-shared[name], name))[:_MAX_CANDIDATES]

    def _match(self, signatures: Signatures, name: str, ms: int) -> _Match | None:
        other = self._signatures_of(name, ms)
        if other is None:
            return None
        verdict = near_duplicate(signatures, other)
        if verdict.relation is Relation.DIFFERENT:
            return None
        return _Match(name, verdict.relation, verdict.jaccard, other)

    def _fits_group(self, signatures: Signatures, match: _Match, ms: int) -> bool:
        """Compared with the group's first document too: a chain of small changes must not join what differs."""
        group = self._work.head(match.content_hash).group or match.content_hash
        if group == match.content_hash:
            return True
        first = self._signatures_of(group, ms)
        return first is None or near_duplicate(signatures, first).relation is not Relation.DIFFERENT

    def _signatures_of(self, name: str, ms: int) -> Signatures | None:
        if name not in self._signatures and self._work.fresh(name):
            # Heads are written before bands: without one there are no signatures.
            return None
        if name not in self._signatures:
            row_keys = [keys.signature_row(period, name) for period in self._periods(ms)]
            found = [cells for cells in self._archive.get("band", row_keys) if cells]
            self._signatures[name] = _SIGNATURES.decode(found[-1]["info:signatures"]) if found else None
        return self._signatures[name]

    def _publish(self, signatures: Signatures, ms: int) -> None:
        name, period = signatures.content_hash, keys.period_of(ms)
        if self._signatures_of(name, ms) is not None:
            return
        self._signatures[name] = signatures
        row_keys = keys.band_rows(period, signatures.bands)
        self._read(row_keys)
        cells, rows = {f"{_CELL}{name}": str(ms).encode()}, []
        for key in row_keys:
            members = self._bands.setdefault(key, {})
            if len(members) < MAX_PER_BAND:
                members[name] = ms
                rows.append(Row(key, cells, ms))
        body = msgspec.msgpack.encode(replace(signatures, bands=()))
        rows.append(Row(keys.signature_row(period, name), {"info:signatures": body}, ms))
        self._work.stage("band", rows)

    def _read(self, row_keys: Iterable[str]) -> None:
        """Fills `_bands` with the rows that exist; most do not."""
        wanted = [key for key in row_keys if key not in self._read_keys]
        if not wanted:
            return
        self._read_keys.update(wanted)
        for key, cells in zip(wanted, self._archive.get("band", wanted), strict=True):
            if cells:
                self._bands[key] = {name.removeprefix(_CELL): int(at) for name, at in cells.items()}

    def _keys(self, signatures: Signatures, ms: int) -> list[str]:
        known = self._row_keys.get((signatures.content_hash, ms))
        if known is None:
            known = [key for period in self._periods(ms) for key in keys.band_rows(period, signatures.bands)]
            self._row_keys[signatures.content_hash, ms] = known
        return known

    def _periods(self, ms: int) -> range:
        return range(keys.period_of(max(ms - self._window_ms, 0)), keys.period_of(ms) + 1)


def forget_periods(archive: Archive, *, now_ms: int, days: int, limit: int = 2000) -> int:
    """Deletes up to `limit` rows of bands that are out of the window; how many. Call it until it returns 0."""
    stop = f"{keys.period_of(max(now_ms - days * _DAY_MS, 0)):04d}"
    old = [key for key, _ in archive.scan("band", stop=stop, limit=limit)]
    archive.delete("band", old)
    return len(old)
