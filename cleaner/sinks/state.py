"""What the archive knows of one document, one page, one sighting, as values to work with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from cleaner.sinks import keys
from kit.ports.archive import Row

Decision = Literal["", "approved", "rejected"]
_TEXT = "info:text."


@dataclass(slots=True)
class Head:
    """A document as a whole. `group` is empty until decided; a person's `decision` overrules the rules' severity.

    `fix` is the JSON of the fields that the person put right, empty for none.
    """

    content_hash: str
    group: str = ""
    kind: str = ""
    grouped_ms: int = 0
    decision: Decision = ""
    decided_ms: int = 0
    decided_by: str = ""
    fix: str = ""
    stored: bool = False

    @classmethod
    def read(cls, content_hash: str, cells: Mapping[str, bytes]) -> Head:
        text = {name: value.decode() for name, value in cells.items()}
        decided = text.get("info:decision", "")
        decision: Decision = "approved" if decided == "approved" else "rejected" if decided else ""
        return cls(
            content_hash,
            text.get("info:group", ""),
            text.get("info:kind", ""),
            int(text.get("info:groupedAt", 0)),
            decision,
            int(text.get("info:decidedAt", 0)),
            text.get("info:decidedBy", ""),
            text.get("info:fix", ""),
            stored=True,
        )

    def group_row(self) -> Row:
        cells = {"info:group": self.group, "info:kind": self.kind, "info:groupedAt": str(self.grouped_ms)}
        return Row(keys.doc_head(self.content_hash), encoded(cells), self.grouped_ms)

    def decision_row(self, by: str) -> Row:
        cells = {"info:decision": self.decision, "info:decidedAt": str(self.decided_ms), "info:decidedBy": by}
        cells["info:fix"] = self.fix
        return Row(keys.doc_head(self.content_hash), encoded(cells), self.decided_ms)


@dataclass(slots=True)
class Sight:
    """One text on one page: `first` and `seen` (Unix ms), its newest archived `row`, the newest `good` one, and the rows by what they say.

    `good` is empty while the rules flagged every sighting: a flagged one never takes the place of a good one. `gone_ms`: cleaning again made
    another text of everything that was seen until then.
    """

    content_hash: str
    fingerprint: str
    first: int
    seen: int
    row: str
    url: str = ""
    source_id: str = ""
    good: str = ""
    good_ms: int = 0
    rows: dict[str, str] = field(default_factory=dict)
    gone_ms: int = 0

    @property
    def gone(self) -> bool:
        return self.seen <= self.gone_ms

    @property
    def shown(self) -> str:
        """Row key of what the index shows of this sighting."""
        return self.good or self.row

    @classmethod
    def read(cls, key: str, cells: Mapping[str, bytes]) -> Sight:
        content_hash, fingerprint = key.split(":")
        text = {name: value.decode() for name, value in cells.items()}
        rows = {name.removeprefix(_TEXT): value for name, value in text.items() if name.startswith(_TEXT) and value}
        return cls(
            content_hash,
            fingerprint,
            int(text["info:first"]),
            int(text["info:seen"]),
            text["info:row"],
            text.get("info:url", ""),
            text.get("info:sourceId", ""),
            text.get("info:good", ""),
            int(text.get("info:goodAt", 0)),
            rows,
            int(text.get("info:goneAt", 0)),
        )

    def facts(self, ms: int, digest: str, *, url: str, source_id: str, good: bool) -> list[Row]:
        """The rows that record a sighting at `ms`: the earliest `first` wins because its version counts down."""
        key, row = keys.sight_row(self.content_hash, self.fingerprint), self.rows[digest]
        newest = {"info:seen": str(ms), "info:row": row, "info:url": url, "info:sourceId": source_id}
        if good:
            newest |= {"info:good": row, "info:goodAt": str(ms)}
        first = Row(key, encoded({"info:first": str(ms)}), keys.LAST_MS - ms)
        return [first, Row(key, encoded(newest), ms), Row(key, encoded({f"{_TEXT}{digest}": row}), 1)]


@dataclass(slots=True)
class Page:
    """The newest accepted content of an address; `version` is its Unix ms, 0 while nothing was accepted."""

    fingerprint: str
    current: str = ""
    version: int = 0

    @classmethod
    def read(cls, fingerprint: str, cells: Mapping[str, bytes]) -> Page:
        return cls(fingerprint, cells["info:current"].decode(), int(cells["info:version"]))

    def row(self) -> Row:
        cells = {"info:current": self.current, "info:version": str(self.version)}
        return Row(self.fingerprint, encoded(cells), self.version)


def is_gone(cells: Mapping[str, bytes]) -> bool:
    """Of a row of a page's history: whether cleaning again made another text of that sighting."""
    return cells.get("info:goneAt", b"0") != b"0"


def encoded(cells: Mapping[str, str]) -> dict[str, bytes]:
    return {name: value.encode() for name, value in cells.items()}
