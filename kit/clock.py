"""Time as an argument: everything that needs "now" is given a `Clock`."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The present, timezone-aware, in UTC."""

    def monotonic(self) -> float:
        """Seconds from an arbitrary start; never goes back."""

    def sleep(self, seconds: float) -> None:
        """Blocks for `seconds` (0 or negative returns at once)."""


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 -- the one place where the wall clock is read

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            time.sleep(seconds)


class ManualClock:
    """Stands still until told otherwise; `sleep` moves it on. For tests and simulations."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)
        self._elapsed = 0.0
        self._lock = threading.Lock()

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._elapsed

    def sleep(self, seconds: float) -> None:
        self.advance(max(seconds, 0))

    def advance(self, seconds: float) -> None:
        with self._lock:
            self._now += timedelta(seconds=seconds)
            self._elapsed += seconds


def to_ms(moment: datetime) -> int:
    """Milliseconds since 1970-01-01 UTC of an aware datetime."""
    return round(moment.timestamp() * 1000)


def from_ms(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
