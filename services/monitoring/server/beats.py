"""Heartbeats as values (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

ROLES = ("scheduler", "collector", "ingest", "cleaner", "monitor", "console")
SILENT_MS = 30_000
_DIGITS_MAX = 15


@dataclass(frozen=True, slots=True)
class Beat:
    """Times are Unix milliseconds, 0 where the beat does not tell. `stopped`: the error that ended the process, its last word."""

    role: str
    worker: str
    host: str
    at: int
    progress_at: int
    stopped: str = ""

    def alive(self, now_ms: int) -> bool:
        return not self.stopped and now_ms - self.at < SILENT_MS


def read(facts: Iterable[Mapping[str, str]]) -> list[Beat]:
    """By role and worker."""
    beats = [
        Beat(
            fact.get("role", ""),
            fact.get("worker", ""),
            fact.get("host", ""),
            moment(fact.get("at", "")),
            moment(fact.get("progress_at", "")),
            fact.get("stopped", ""),
        )
        for fact in facts
    ]
    return sorted(beats, key=lambda beat: (beat.role, beat.worker))


def moment(text: str) -> int:
    """Unix milliseconds as a beat tells them, 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS_MAX else 0
