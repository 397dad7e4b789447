"""One reading of all sources for several checks that run together."""

from __future__ import annotations

from services.monitoring.base import CheckContext
from services.sources.vitals import Vitals, each

FRESH_S = 20.0


class Readings:
    """Shared by the checks of one process."""

    def __init__(self) -> None:
        self._sources: list[Vitals] = []
        self._until: float | None = None

    def sources(self, ctx: CheckContext) -> list[Vitals]:
        """Every source that is not deleted, read at most FRESH_S ago."""
        now = ctx.clock.monotonic()
        if self._until is None or now >= self._until:
            with ctx.session() as session:
                self._sources = list(each(session))
            self._until = now + FRESH_S
        return self._sources
