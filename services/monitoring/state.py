"""Keeps what checks find: the present states, every change, and how each check ran."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from services.monitoring import repository
from services.monitoring.base import Check, Finding, State
from services.monitoring.changes import Changes, Held, Subject, compare

KEPT_FLIPS = timedelta(days=92)
FRESH_RUNS = 3
LEAST_FRESH_S = 60.0
ERROR_MAX = 300


class StateStore:
    """Of one transaction."""

    def __init__(self, session: Session, now: datetime) -> None:
        self._session = session
        self._now = now

    def record(self, check: Check, findings: Sequence[Finding], elapsed_s: float) -> Changes:
        """Takes in a complete run: subjects that it does not report any more are forgotten."""
        changes = compare(repository.held(self._session, check.key), findings)
        self._write(check, changes)
        self._note_run(check, elapsed_s, len(findings), "")
        return changes

    def record_crash(self, check: Check, error: Exception, elapsed_s: float) -> Changes:
        """The check itself becomes an unknown subject; what it found earlier stays, and ages."""
        text = f"{type(error).__name__}: {error}"[:ERROR_MAX]
        subject = Subject("check", check.key)
        mine = Finding(subject.type, subject.id, State.UNKNOWN, None, "runs without an error", {"error": text})
        stored = repository.held(self._session, check.key)
        changes = compare({name: held for name, held in stored.items() if name == subject}, [mine])
        self._write(check, changes)
        self._note_run(check, elapsed_s, 0, text)
        return changes

    def forget_other_checks(self, known: Collection[str]) -> None:
        repository.forget_checks(self._session, known)

    def prune(self, limit: int) -> int:
        """Deletes up to `limit` old changes; how many."""
        return repository.delete_flips_before(self._session, self._now - KEPT_FLIPS, limit)

    def _write(self, check: Check, changes: Changes) -> None:
        key = check.key
        repository.add(self._session, [self._row(check, subject, held) for subject, held in changes.new.items()])
        repository.change(self._session, key, changes.turned, self._now, turned=True)
        repository.change(self._session, key, changes.updated, self._now, turned=False)
        repository.remove(self._session, key, changes.gone)
        repository.add_flips(self._session, key, changes.flips, self._now)

    def _row(self, check: Check, subject: Subject, held: Held) -> dict[str, object]:
        return {
            "check_key": check.key,
            "subject_type": subject.type,
            "subject_id": subject.id,
            "slice": str(check.slice),
            **held._asdict(),
            "since": self._now,
            "checked_at": self._now,
        }

    def _note_run(self, check: Check, elapsed_s: float, findings: int, error: str) -> None:
        fresh_s = max(check.every_s * FRESH_RUNS, LEAST_FRESH_S)
        row = {
            "check_key": check.key,
            "slice": str(check.slice),
            "checked_at": self._now,
            "fresh_until": self._now + timedelta(seconds=fresh_s),
            "elapsed_ms": round(elapsed_s * 1000),
            "findings": findings,
            "error": error,
        }
        repository.put_run(self._session, row)
