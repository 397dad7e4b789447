"""What one window has come to so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import msgspec

from collector.loop.delivery import Receipt
from collector.loop.revisits import Revisit
from kit.contracts.task import Outcome, TaskState

MAX_NOTES: Final = 10
NOTE_CHARS: Final = 500


@dataclass(slots=True)
class Tally:
    """`until` is the monotonic time after which no further list page is begun.

    `unchanged` counts lists that have not changed since the last run, `revisits` is what to remember of the others.
    `cursor` stands behind what ingest has accepted, `ahead` behind what was handed over; both empty for sources without.
    """

    until: float
    pages: int = 0
    found: int = 0
    new: int = 0
    documents: int = 0
    status: int = 0
    elapsed_ms: int = 0
    notes: list[str] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    cursor: dict[str, str] = field(default_factory=dict)
    ahead: dict[str, str] = field(default_factory=dict)
    unchanged: int = 0
    revisits: list[Revisit] = field(default_factory=list)

    @property
    def brought(self) -> int:
        """New links and documents."""
        return self.new + self.documents

    def note(self, text: str) -> None:
        if len(self.notes) < MAX_NOTES and text not in self.notes:
            self.notes.append(text)

    def _nothing(self) -> str:
        return "not_modified" if self.unchanged else "nothing_found"

    def outcome(self) -> Outcome:
        """The successful end of the window."""
        return Outcome(
            TaskState.SUCCESS,
            "; ".join(self.notes)[:NOTE_CHARS] or ("" if self.found else self._nothing()),
            documents=self.documents,
            found=self.found,
            new=self.new,
            http_status=self.status,
            elapsed_ms=self.elapsed_ms,
            cursor=msgspec.json.encode(self.cursor).decode() if self.cursor else "",
        )
