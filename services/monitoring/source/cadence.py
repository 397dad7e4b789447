"""How many runs a source has missed (pure)."""

from __future__ import annotations

from datetime import datetime, timedelta

from kit.errors import InvalidInput
from services.sources.cron import next_runs

_SPANS = (timedelta(hours=1), timedelta(days=1), timedelta(days=8), timedelta(days=62), timedelta(days=366 * 3))
_PER_SPAN = 64


class PastRuns:
    """The last few times at which sources should have run before one moment; sources of one cadence share the work."""

    def __init__(self, moment: datetime, count: int) -> None:
        self._moment = moment
        self._count = count
        self._known: dict[tuple[str, str], tuple[datetime, ...]] = {}

    def missed(self, expr: str, tz: str, succeeded: datetime) -> int:
        """Runs due after `succeeded` and before the moment, counted to `count` at most."""
        runs = self._known.get((expr, tz))
        if runs is None:
            runs = self._known[expr, tz] = tuple(self._last(expr, tz))
        return sum(run > succeeded for run in runs)

    def _last(self, expr: str, tz: str) -> list[datetime]:
        for span in _SPANS:
            runs = self._within(expr, tz, span)
            if len(runs) >= self._count:
                return runs[-self._count :]
        return runs

    def _within(self, expr: str, tz: str, span: timedelta) -> list[datetime]:
        """Fire times come forwards only: those of a span before the moment, in pieces that stay short."""
        found: list[datetime] = []
        start = self._moment - span
        while True:
            try:
                runs = next_runs(expr, tz, start, _PER_SPAN)
            except InvalidInput:
                return found
            found = [*found, *(run for run in runs if run <= self._moment)][-self._count :]
            if len(runs) < _PER_SPAN or runs[-1] > self._moment:
                return found
            start = runs[-1]
