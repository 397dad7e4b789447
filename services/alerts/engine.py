"""Takes in what the monitors found: each look of each check once, one transaction a look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy.orm import Session

from kit import logs
from kit.clock import Clock
from services.alerts import incidents, repository
from services.alerts.gate import RECENT_S, shut
from services.alerts.machine import Event, Memory, Phase, Sign, forgettable, step
from services.alerts.models import AlertState
from services.alerts.rules import BLIND_TYPES, rule_for
from services.alerts.tree import GATE, source_of
from services.db import Database
from services.monitoring import findings
from services.monitoring.base import State
from services.monitoring.changes import Subject
from services.monitoring.findings import Found, Look

log = logs.get(__name__)
GATE_SUBJECT = Subject("platform", "sources")
# Which check tells how many sources are watched.
WATCHED = "source.failures"
_SIGNS = {State.OK: Sign.GOOD, State.WARN: Sign.BAD, State.DOWN: Sign.BAD, State.UNKNOWN: Sign.NONE}


class _Seen(NamedTuple):
    """What a look says about one subject; `found` None: nothing."""

    subject: Subject
    sign: Sign
    found: Found | None
    gone: bool


class Engine:
    """Keeps nothing between calls: all is in the database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def take_in(self) -> int:
        """Takes in the looks that are new; how many."""
        with self._database.session(read_only=True) as session:
            known = repository.seen(session)
            fresh = [
                look
                for look in findings.looks(session)
                if look.check_key not in known or look.at > known[look.check_key]
            ]
        for look in fresh:
            with self._database.session() as session:
                self._take(session, look)
                repository.note_seen(session, look.check_key, look.at)
        if any(look.check_key == WATCHED for look in fresh):
            with self._database.session() as session:
                self._gate(session)
        return len(fresh)

    def _take(self, session: Session, look: Look) -> None:
        held = repository.states(session, look.check_key)
        opened = repository.incidents(session, {row.incident_id for row in held.values() if row.incident_id})
        writer = incidents.Writer(session, look, self._clock.now(), opened)
        for seen in self._seen(session, look, held):
            self._step(session, writer, look, seen, held.get(seen.subject))
        writer.finish()

    def _seen(self, session: Session, look: Look, held: dict[Subject, AlertState]) -> Iterator[_Seen]:
        bad = {one.subject: one for one in findings.alarming(session, look.check_key, BLIND_TYPES)}
        if look.failed:
            # A look that failed says nothing about what was found before; only that the check is blind.
            bad = {subject: one for subject, one in bad.items() if subject.type == "check"}
        for found in bad.values():
            yield _Seen(found.subject, _SIGNS[found.state], found, gone=False)
        rest = [subject for subject in held if subject not in bad]
        if look.failed or not rest:
            return
        others = {one.subject: one for one in findings.of_subjects(session, look.check_key, rest)}
        for subject in rest:
            one = others.get(subject)
            if one is None and subject.type == "check":
                yield _Seen(subject, Sign.GOOD, None, gone=False)
            else:
                yield _Seen(subject, _SIGNS[one.state] if one else Sign.NONE, one, gone=one is None)

    def _step(
        self, session: Session, writer: incidents.Writer, look: Look, seen: _Seen, row: AlertState | None
    ) -> None:
        rule = rule_for(look.check_key, look.slice, seen.subject.type)
        before = msgspec.convert(row.memory, Memory) if row else Memory()
        at = look.at.timestamp()
        memory, events = step(rule, before, seen.sign, at, gone=seen.gone)
        if row is None and memory != Memory():
            row = _row(look.check_key, seen.subject)
            session.add(row)
        if row is None:
            return
        writer.apply(row, seen.found, events, flapping=memory.flapping)
        if forgettable(rule, memory, at) and Event.FIRED not in events:
            session.expunge(row) if row in session.new else session.delete(row)
        elif memory != before:
            row.phase, row.memory = str(memory.phase), msgspec.to_builtins(memory)

    def _gate(self, session: Session) -> None:
        """Many sources failing together: one alert, the sources' own are held by it (services.alerts.tree)."""
        now = self._clock.now()
        look = Look(GATE, "collection", now, failed=False)
        row = repository.states(session, GATE).get(GATE_SUBJECT)
        memory = msgspec.convert(row.memory, Memory) if row else Memory()
        since = (memory.bad_since or now.timestamp()) - RECENT_S
        recent, watched = _failing(session, since), findings.watched(session, WATCHED)
        is_shut = shut(len(recent), watched, before=memory.bad > 0)
        opened = repository.incidents(session, {row.incident_id} if row and row.incident_id else set())
        writer = incidents.Writer(session, look, now, opened)
        evidence = {"failing": len(recent), "watched": watched, "some": sorted(recent)[:10]}
        found = Found(GATE_SUBJECT, State.DOWN, float(len(recent)), "sources fail one by one", evidence)
        self._step(session, writer, look, _Seen(GATE_SUBJECT, Sign.BAD if is_shut else Sign.GOOD, found, False), row)
        writer.finish()


def _failing(session: Session, since: float) -> set[str]:
    """Sources whose own alerts went bad since then."""
    phases = (str(Phase.PENDING), str(Phase.FIRING), str(Phase.CLEARING))
    rows = repository.states_in(session, phases, ("source.",))
    # Coming down again counts as well: the gate opens when they are well, not when they begin to be.
    return {
        source_of("source", row.subject_type, row.subject_id)
        for row in rows
        if row.memory.get("bad_since", 0.0) >= since
    } - {""}


def _row(check_key: str, subject: Subject) -> AlertState:
    return AlertState(
        check_key=check_key, subject_type=subject.type, subject_id=subject.id, phase=str(Phase.IDLE), memory={},
        incident_id=None,
    )  # fmt: skip
