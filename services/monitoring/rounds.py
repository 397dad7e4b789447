"""Runs each check when its time has come and keeps what it finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kit import logs
from services.monitoring.base import Check, CheckContext, Finding, State
from services.monitoring.changes import Changes
from services.monitoring.state import StateStore

log = logs.get(__name__)


@dataclass(slots=True)
class _Due:
    check: Check
    at: float = 0.0


class Rounds:
    """One check that fails, in whatever way, costs the others nothing."""

    def __init__(self, ctx: CheckContext, checks: Sequence[Check]) -> None:
        self._ctx = ctx
        self._store = StateStore(ctx.database, ctx.clock)
        self._due = [_Due(check) for check in checks]
        self._keys = [check.key for check in checks]
        self._tidied = False
        self.ran = 0

    def step(self, may_go_on: Callable[[], bool]) -> None:
        """Runs what is due while `may_go_on`. Raises BackendUnavailable when the database does not take the findings."""
        self._forget_other_checks()
        for due in self._due:
            if self._ctx.clock.monotonic() >= due.at and may_go_on():
                self._run(due.check)
                due.at = self._ctx.clock.monotonic() + due.check.every_s

    def _forget_other_checks(self) -> None:
        if not self._tidied:
            self._store.forget_other_checks(self._keys)
            self._tidied = True

    def _run(self, check: Check) -> None:
        clock = self._ctx.clock
        started = clock.monotonic()
        findings: list[Finding] = []
        crash: Exception | None = None
        try:
            findings = list(check.run(self._ctx))
        except Exception as error:  # noqa: BLE001 -- whatever it is becomes an unknown finding that names it
            crash = error
            log.warning("check_failed", check=check.key, error=repr(error)[:500])
        elapsed = clock.monotonic() - started
        store = self._store
        changes = store.record_crash(check, crash, elapsed) if crash else store.record(check, findings, elapsed)
        self.ran += 1
        _report(check, changes)


def _report(check: Check, changes: Changes) -> None:
    for flip in changes.flips[:20]:
        write = log.warning if flip.after in (State.WARN, State.DOWN) else log.info
        write("state_changed", check=check.key, subject=flip.subject.id, before=flip.before, after=flip.after)
