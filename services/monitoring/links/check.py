"""How many of a source's pages are gone, by category (requirement M6)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import ClassVar

from services.monitoring.base import CheckContext, Finding, Slice, State
from services.monitoring.links import repository
from services.monitoring.links.classify import LinkState
from services.monitoring.stats import wilson
from services.monitoring.thresholds import resolve
from services.monitoring.thresholds.resolve import Thresholds


class DeadLinks:
    """Judged by the lower end of the 95 % interval: some dead pages are ordinary, and a few looks say little."""

    key: ClassVar[str] = "source.links"
    title: ClassVar[str] = "Dead links of each source"
    slice: ClassVar[Slice] = Slice.SOURCE
    every_s: ClassVar[float] = 600.0
    PERIOD: ClassVar[timedelta] = timedelta(days=30)
    SAMPLES: ClassVar[int] = 10

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        by_source: dict[int, Counter[str]] = defaultdict(Counter)
        gone: Counter[int] = Counter()
        with ctx.session() as session:
            limits = resolve.of_check(session, self.key, ctx.clock.now())
            for source, state, reason, pages in repository.counts(session, ctx.clock.now() - self.PERIOD):
                by_source[source][reason or state] += pages
                gone[source] += pages if state in (LinkState.DEAD, LinkState.SOFT_DEAD) else 0
        for source, reasons in by_source.items():
            yield self._judge(source, gone[source], reasons, limits)

    def _judge(self, source: int, gone: int, reasons: Counter[str], limits: Thresholds) -> Finding:
        warn, down = limits.value("warn", source), limits.value("down", source)
        looked, expected = reasons.total(), f"< {warn:.0%} of at least {self.SAMPLES}"
        if looked < self.SAMPLES:
            return Finding("source", str(source), State.UNKNOWN, None, expected, dict(reasons))
        least = wilson(gone, looked)[0]
        state = State.DOWN if least >= down else State.WARN if least >= warn else State.OK
        return Finding("source", str(source), state, round(gone / looked, 3), expected, dict(reasons))
