"""Opens, changes and ends incidents as the alerts' events say, within the transaction of the look."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from services.alerts import repository, repository_telling
from services.alerts.machine import Event
from services.alerts.models import AlertEvent, AlertIncident, AlertState
from services.alerts.schemas import Facts, IncidentState
from services.alerts.tree import source_of
from services.monitoring.base import State
from services.monitoring.findings import Found, Look
from services.sources.vitals import ownership

# Before the first notice: causes get the time to be found, and what breaks together is told together.
GROUP_WAIT = timedelta(seconds=30)


class Writer:
    """For one look. `opened` are the incidents of its alerts that may change, by id."""

    def __init__(self, session: Session, look: Look, now: datetime, opened: Mapping[int, AlertIncident]) -> None:
        self._session, self._look, self._now, self._opened = session, look, now, opened
        self._fired: list[tuple[AlertState, AlertIncident]] = []
        self._ended: list[int] = []

    def apply(self, row: AlertState, found: Found | None, events: Collection[Event], *, flapping: bool) -> None:
        incident = self._opened.get(row.incident_id) if row.incident_id else None
        if Event.FIRED in events and found is not None:
            self._fired.append((row, self._incident(found, flapping)))
        elif incident is None:
            return
        elif Event.RESOLVED in events or Event.CLOSED in events:
            self._end(incident, IncidentState.RESOLVED if Event.RESOLVED in events else IncidentState.CLOSED)
            row.incident_id = None
        elif found is not None:
            self._follow(incident, found)

    def finish(self) -> None:
        """Writes the new incidents with whose they are, and the history of all that changed."""
        if self._fired:
            facts = facts_of(self._session, [incident for _, incident in self._fired])
            for _, incident in self._fired:
                known = facts.get(source_of(incident.slice, incident.subject_type, incident.subject_id), Facts())
                incident.name, incident.owner, incident.labels = known.name[:255], known.owner, known.labels
            repository.add_all(self._session, [incident for _, incident in self._fired])
            for row, incident in self._fired:
                row.incident_id = incident.id
                note(self._session, incident.id, self._look.at, "fired", detail=incident.severity)
        if self._ended:
            repository_telling.end_silences_of(self._session, self._ended, self._now)

    def _incident(self, found: Found, flapping: bool) -> AlertIncident:
        return AlertIncident(
            check_key=self._look.check_key, slice=self._look.slice,
            subject_type=found.subject.type, subject_id=found.subject.id,
            severity=_severity(found), state=str(IncidentState.FIRING), name="", owner="", labels=(),
            value=_value(found), expected=found.expected[:120], evidence=found.evidence,
            opened_at=self._look.at, ended_at=None, due_at=self._now + GROUP_WAIT, told=False, ended_told=False,
            told_severity="", flapping=flapping, held_by=None, silenced_by=None, acked_by="", assignee="",
            escalated=False, reminders=0,
        )  # fmt: skip

    def _follow(self, incident: AlertIncident, found: Found) -> None:
        """Keeps what is shown true while the incident lasts; worse than it was told is told again."""
        if found.state not in (State.WARN, State.DOWN):
            return
        incident.value, incident.evidence = _value(found), found.evidence
        if found.state is State.DOWN and incident.severity == State.WARN:
            incident.severity, incident.acked_by = str(State.DOWN), ""
            incident.due_at = self._now + GROUP_WAIT
            note(self._session, incident.id, self._look.at, "worse", detail=_value(found))

    def _end(self, incident: AlertIncident, state: IncidentState) -> None:
        """An end is told to everybody who was told of the beginning, a silence or not."""
        incident.state, incident.ended_at = str(state), self._look.at
        incident.due_at = self._now if incident.told else None
        note(self._session, incident.id, self._look.at, str(state))
        self._ended.append(incident.id)


def note(session: Session, incident_id: int, at: datetime, kind: str, *, actor: str = "", detail: str = "") -> None:
    session.add(AlertEvent(incident_id=incident_id, at=at, kind=kind, actor=actor[:64], detail=detail[:500]))


def facts_of(session: Session, incidents: Collection[AlertIncident]) -> dict[str, Facts]:
    """Of the sources that incidents are about, by id as text."""
    sources = {source_of(one.slice, one.subject_type, one.subject_id) for one in incidents} - {""}
    known = ownership(session, {int(one) for one in sources if len(one) < 19})
    return {str(ident): Facts(one.name, one.owner, one.labels) for ident, one in known.items()}


def _severity(found: Found) -> str:
    return str(State.DOWN if found.state is State.DOWN else State.WARN)


def _value(found: Found) -> str:
    return "" if found.value is None else f"{found.value:g}"
