"""Decides who is told what, and writes it to the outbox in the same transaction: each thing once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.ids import md5_hex
from services.alerts import repository, repository_telling, text
from services.alerts.held import Causes
from services.alerts.incidents import note
from services.alerts.models import AlertIncident, AlertSilence
from services.alerts.routing import Ways
from services.alerts.schemas import IncidentState, NoticeKind
from services.alerts.windows import fits, holds
from services.db import Database

LIMIT = 5_000
LOOK_AGAIN = timedelta(seconds=30)
# After a cause has gone, what it explained gets this long to become well by itself.
SETTLE = timedelta(seconds=300)
# A channel is told of new incidents at most this often; what comes between is told together.
DIGEST = timedelta(seconds=60)
SILENCE_NOTICE = timedelta(hours=1)
Batches = dict[tuple[int, NoticeKind], list[AlertIncident]]


class Teller:
    def __init__(self, database: Database, clock: Clock, address: str) -> None:
        self._database, self._clock, self._address = database, clock, address
        # Incident → the silence of it that has just ended, for this pass.
        self._over: dict[int, str] = {}

    def step(self) -> int:
        """Handles what is due; how many incidents."""
        with self._database.session() as session:
            now = self._clock.now()
            self._over = {}
            silences = [one for one in repository_telling.silences(session, now) if holds(one, now)]
            due = repository.due(session, now, LIMIT)
            ways = Ways(session, now - DIGEST)
            batches: Batches = defaultdict(list)
            causes = Causes(session) if any(one.state == IncidentState.FIRING for one in due) else None
            for incident in due:
                if incident.state != IncidentState.FIRING:
                    self._end(incident, ways, batches)
                elif causes is None or not self._quiet(session, incident, causes, silences, now):
                    self._tell(session, incident, ways, batches, now)
            self._remind_of_silences(session, silences, ways, batches, now)
            self._write(session, batches, ways, now)
        return len(due)

    def _quiet(
        self, session: Session, incident: AlertIncident, causes: Causes, silences: Sequence[AlertSilence], now: datetime
    ) -> bool:
        """Whether nobody is told now, and why, in its history."""
        if (cause := causes.of(incident)) is not None:
            if cause.incident is not None and incident.held_by != cause.incident:
                incident.held_by = cause.incident
                note(session, incident.id, now, "held", detail=f"#{cause.incident} {cause.check_key}")
            incident.due_at = now + LOOK_AGAIN
            return True
        if incident.held_by is not None:
            incident.held_by, incident.due_at = None, now + SETTLE
            note(session, incident.id, now, "released")
            return True
        silence = next((one for one in silences if fits(one, incident)), None)
        if silence is None:
            return False
        if incident.silenced_by != silence.id:
            incident.silenced_by = silence.id
            note(session, incident.id, now, "silenced", actor=silence.created_by, detail=silence.reason)
        incident.due_at = now + LOOK_AGAIN
        return True

    def _tell(self, session: Session, incident: AlertIncident, ways: Ways, batches: Batches, now: datetime) -> None:
        way = ways.of(incident)
        if incident.silenced_by is not None:
            note(session, incident.id, now, "silence_over", detail=str(incident.silenced_by))
            silence = repository_telling.silence(session, incident.silenced_by)
            self._over[incident.id] = silence.reason if silence else ""
            incident.silenced_by = None
        if not incident.told or incident.told_severity != incident.severity:
            self._first(session, incident, ways, batches, now)
        elif incident.acked_by:
            incident.due_at = None
            return
        elif (at := way.escalate_at(incident)) is not None and not incident.escalated and now >= at:
            incident.escalated = True
            _put(batches, way.escalate_to, NoticeKind.ESCALATION, incident)
            note(session, incident.id, now, "escalated")
        else:
            incident.reminders += 1
            _put(batches, way.channels, NoticeKind.REMINDER, incident)
        if incident.told:
            incident.due_at = way.next_at(incident, now)

    def _first(self, session: Session, incident: AlertIncident, ways: Ways, batches: Batches, now: datetime) -> None:
        channels = ways.of(incident).channels
        if not channels or (free_at := ways.free_at(channels)) > now:
            incident.due_at = now + LOOK_AGAIN if not channels else free_at
            return
        incident.told, incident.told_severity = True, incident.severity
        _put(batches, channels, NoticeKind.FIRING, incident)
        note(session, incident.id, now, "told", detail=", ".join(ways.names(channels)))

    def _end(self, incident: AlertIncident, ways: Ways, batches: Batches) -> None:
        incident.due_at = None
        if incident.told and not incident.ended_told:
            incident.ended_told = True
            way = ways.of(incident)
            everyone = dict.fromkeys([*way.channels, *(way.escalate_to if incident.escalated else ())])
            _put(batches, list(everyone), NoticeKind.RESOLVED, incident)

    def _remind_of_silences(
        self, session: Session, silences: Sequence[AlertSilence], ways: Ways, batches: Batches, now: datetime
    ) -> None:
        """Before a silence ends (or a day into one without an end), while something is silenced by it."""
        for silence in silences:
            if silence.days or silence.reminded or not _near_end(silence, now):
                continue
            silence.reminded = True
            for incident in repository.silenced(session, silence.id):
                _put(batches, ways.of(incident).channels, NoticeKind.SILENCE, incident)

    def _write(self, session: Session, batches: Batches, ways: Ways, now: datetime) -> None:
        for (channel, kind), incidents in batches.items():
            over = sorted({self._over[one.id] for one in incidents if one.id in self._over})
            locale, count = ways.locale(channel), len(incidents)
            title, body = text.compose(kind, incidents, locale, self._address, count, "; ".join(over))
            row = {
                "id": notice_id(channel, kind, incidents), "channel_id": channel, "kind": str(kind), "state": "waiting",
                "title": title, "body": body, "thread": f"incident-{incidents[0].id}", "created_at": now, "due_at": now,
                "claimed_by": "", "attempts": 0, "last_error": "", "sent_at": None,
            }  # fmt: skip
            repository_telling.add_notice(session, row)


def notice_id(channel: int, kind: str, incidents: Sequence[AlertIncident]) -> str:
    """The same for the same thing said to the same channel in the same episodes, and for nothing else."""
    said = ",".join(f"{one.id}/{one.severity}/{one.reminders}" for one in incidents)
    return md5_hex(f"{channel}:{kind}:{said}")


def _put(batches: Batches, channels: Sequence[int], kind: NoticeKind, incident: AlertIncident) -> None:
    for channel in channels:
        batches[channel, kind].append(incident)


def _near_end(silence: AlertSilence, now: datetime) -> bool:
    if silence.ends_at is None:
        return now >= silence.starts_at + timedelta(days=1)
    long = silence.ends_at - silence.starts_at >= 2 * SILENCE_NOTICE
    return long and now >= silence.ends_at - SILENCE_NOTICE
