"""Keeps what checks find: the present states, every change, and how each check ran."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from kit.clock import Clock
from services.db import Database
from services.monitoring import repository
from services.monitoring.base import Check, Finding, State
from services.monitoring.changes import Changes, Held, Subject, compare, pieces

KEPT_FLIPS = timedelta(days=92)
FRESH_RUNS = 3
LEAST_FRESH_S = 60.0
ERROR_MAX = 300
PIECE = 2000


class StateStore:
    """Transactions are short: what is stored is read without a lock, since one monitor alone writes, and changes are written in pieces."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def record(self, check: Check, findings: Sequence[Finding], elapsed_s: float) -> Changes:
        """Takes in a complete run: subjects that it does not report any more are forgotten."""
        changes = compare(self._held(check), findings)
        self._write(check, changes)
        self._note_run(check, elapsed_s, len(findings), "")
        return changes

    def record_crash(self, check: Check, error: Exception, elapsed_s: float) -> Changes:
        """The check itself becomes an unknown subject; what it found earlier stays, and ages."""
        text = f"{type(error).__name__}: {error}"[:ERROR_MAX]
        subject = Subject("check", check.key)
        mine = Finding(subject.type, subject.id, State.UNKNOWN, None, "runs without an error", {"error": text})
        changes = compare({name: held for name, held in self._held(check).items() if name == subject}, [mine])
        self._write(check, changes)
        self._note_run(check, elapsed_s, 0, text)
        return changes

    def forget_other_checks(self, known: Collection[str]) -> None:
        with self._database.session() as session:
            repository.forget_checks(session, known)

    def prune(self, limit: int) -> int:
        """Deletes up to `limit` old changes; how many."""
        with self._database.session() as session:
            return repository.delete_flips_before(session, self._clock.now() - KEPT_FLIPS, limit)

    def _held(self, check: Check) -> dict[Subject, Held]:
        with self._database.session(read_only=True) as session:
            return repository.held(session, check.key)

    def _write(self, check: Check, changes: Changes) -> None:
        key, now = check.key, self._clock.now()
        for part in pieces(changes, PIECE):
            with self._database.session() as session:
                repository.add(session, [_row(check, subject, held, now) for subject, held in part.new.items()])
                repository.change(session, key, part.turned, now, turned=True)
                repository.change(session, key, part.updated, now, turned=False)
                repository.remove(session, key, part.gone)
                repository.add_flips(session, key, part.flips, now)

    def _note_run(self, check: Check, elapsed_s: float, findings: int, error: str) -> None:
        now = self._clock.now()
        fresh_s = max(check.every_s * FRESH_RUNS, LEAST_FRESH_S)
        row = {
            "check_key": check.key,
            "slice": str(check.slice),
            "checked_at": now,
            "fresh_until": now + timedelta(seconds=fresh_s),
            "elapsed_ms": round(elapsed_s * 1000),
            "findings": findings,
            "error": error,
        }
        with self._database.session() as session:
            repository.put_run(session, row)


def _row(check: Check, subject: Subject, held: Held, now: datetime) -> dict[str, object]:
    return {
        "check_key": check.key,
        "subject_type": subject.type,
        "subject_id": subject.id,
        "slice": str(check.slice),
        **held._asdict(),
        "since": now,
        "checked_at": now,
    }
