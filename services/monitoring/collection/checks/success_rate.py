"""The share of the last hour's windows that succeeded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import ClassVar

from kit.contracts.task import TaskState
from services.audit.service import AuditService
from services.monitoring.base import CheckContext, Finding, Slice, State
from services.monitoring.stats import wilson
from services.tasks.schemas import WindowFilter
from services.tasks.service import TaskLedger


class SuccessRate:
    """Windows that wait for a retry count as failed so far, cancelled ones do not count.

    Judged by the upper end of the 95 % interval, so that a few failures among few windows do not alarm.
    """

    key: ClassVar[str] = "collection.success_rate"
    title: ClassVar[str] = "Windows that succeeded in the last hour"
    slice: ClassVar[Slice] = Slice.COLLECTION
    every_s: ClassVar[float] = 60.0
    PERIOD: ClassVar[timedelta] = timedelta(hours=1)
    SAMPLES: ClassVar[int] = 20
    WARN: ClassVar[float] = 0.9
    DOWN: ClassVar[float] = 0.5

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        since = ctx.clock.now() - self.PERIOD
        with ctx.session() as session:
            ledger = TaskLedger(session, ctx.clock, AuditService(session, ctx.clock), ctx.queue)
            counts = ledger.counts(since)
            dead = ledger.page(WindowFilter(statuses=(TaskState.DEAD,), since=since), limit=500).items
        failures = Counter(window.failure for window in dead if window.failure)
        cancelled = len(dead) - failures.total()
        yield self._judge(
            good=counts[TaskState.SUCCESS],
            bad=counts[TaskState.DEAD] - cancelled + counts[TaskState.FAILED],
            failures=dict(failures.most_common(5)),
        )

    def _judge(self, good: int, bad: int, failures: dict[str, int]) -> Finding:
        total = good + bad
        evidence = {"succeeded": good, "failed": bad, "failures": failures}
        expected = f">= {self.WARN:.0%} of at least {self.SAMPLES}"
        if total < self.SAMPLES:
            return Finding("ledger", "windows", State.UNKNOWN, None, expected, evidence)
        best = wilson(good, total)[1]
        state = State.DOWN if best < self.DOWN else State.WARN if best < self.WARN else State.OK
        return Finding("ledger", "windows", state, round(good / total, 4), expected, evidence)
