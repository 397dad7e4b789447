"""Adaptive revisit (pure, requirement S7): how often a source is worth a visit, learned from what its visits brought."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from services.tasks.schemas import WindowEnd

# A visit that found nothing new came too early; one to a list of which more than this share was new came too late.
MANY: Final = 1 / 3
LONGER: Final = 1.5
SHORTER: Final = 0.5


@dataclass(frozen=True, slots=True)
class Revisit:
    """The operator's bounds. The cron expression still says at which minutes a visit may begin; some of them are passed over."""

    shortest: timedelta
    longest: timedelta

    def bounded(self, interval: timedelta) -> timedelta:
        return max(self.shortest, min(interval, self.longest))

    def learned(self, interval: timedelta, end: WindowEnd) -> timedelta:
        """The next interval after a successful visit.

        A visit that came late, by an outage or because it was asked for again, teaches nothing: it found what had gathered meanwhile.
        """
        if end.ended_at - end.window > interval:
            return interval
        if not end.new:
            return self.bounded(interval * LONGER)
        return self.bounded(interval * SHORTER) if end.new > MANY * end.found else interval


def revisit_of(adaptive: bool, shortest_s: float, longest_s: float) -> Revisit | None:
    """None for a source that keeps its cadence."""
    return Revisit(timedelta(seconds=shortest_s), timedelta(seconds=longest_s)) if adaptive else None
