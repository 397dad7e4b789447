"""How a task's work ends early; none of these leaves the collector."""

from __future__ import annotations

from collector.fetch import Fetched
from kit.contracts.task import FailureClass, WaitCause


class HandBack(Exception):
    """Not now: the task goes back to its lane after `delay_ms` without counting as an attempt."""

    def __init__(self, delay_ms: int, reason: WaitCause) -> None:
        super().__init__(reason)
        self.delay_ms = delay_ms
        self.reason = reason


class WorkFailed(Exception):
    """The attempt failed; what becomes of the task is decided by `collector.outcome`. `fetched` is the answer that it failed with."""

    def __init__(
        self,
        failure: FailureClass,
        reason: str,
        *,
        retry_after_s: float | None = None,
        http_status: int = 0,
        fetched: Fetched | None = None,
    ) -> None:
        super().__init__(reason)
        self.failure = failure
        self.reason = reason
        self.retry_after_s = retry_after_s
        self.http_status = http_status
        self.fetched = fetched
