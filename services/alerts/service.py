"""What people do with alerts; every change is audited and stands in the incident's history."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from kit.clock import Clock
from kit.errors import Conflict, InvalidInput, NotFound
from services import paging
from services.alerts import repository, repository_telling
from services.alerts.incidents import note
from services.alerts.models import AlertIncident, AlertSilence
from services.alerts.schemas import EventView, InboxFilter, IncidentState, IncidentView, SilenceView
from services.alerts.windows import holds
from services.audit.service import AuditService
from services.paging import Page
from services.zones import zone

LONGEST = timedelta(days=90)
REASON_MAX = 200


class AlertService:
    """The inbox and silences."""

    def __init__(self, session: Session, clock: Clock, audit: AuditService) -> None:
        self._session, self._clock, self._audit = session, clock, audit

    def page(self, wanted: InboxFilter, *, limit: int = 50, after: str = "") -> Page[IncidentView]:
        """Newest first. Without `quiet`, those that another incident explains are left out."""
        last = paging.decode(after, [int])[0] if after else None
        statement = repository.matching(wanted)
        rows = repository.newest(self._session, statement, last, paging.checked_limit(limit) + 1)
        total, more = paging.capped_count(self._session, statement)
        following = paging.encode([rows[limit - 1].id]) if len(rows) > limit else ""
        return Page(tuple(map(view_of, rows[:limit])), following, total, more)

    def get(self, incident_id: int) -> IncidentView:
        return view_of(self._row(incident_id))

    def history(self, incident_id: int) -> tuple[EventView, ...]:
        """Newest first."""
        rows = repository.events(self._session, incident_id)
        return tuple(EventView(row.at, row.kind, row.actor, row.detail) for row in rows)

    def counts(self) -> dict[str, int]:
        """Firing incidents that nothing else explains, by severity."""
        return repository.counts(self._session)

    def acknowledge(self, incident_id: int, *, actor: str) -> None:
        """Somebody looks after it: no reminders and no escalation, its end is told all the same."""
        row = self._firing(incident_id)
        if row.acked_by:
            return
        row.acked_by, before = actor[:64], row.acked_by
        # What nobody was told of yet is still told.
        row.due_at = row.due_at if not row.told else None
        self._changed(row, "acknowledged", actor, {"acked_by": before}, {"acked_by": actor})

    def assign(self, incident_id: int, assignee: str, *, actor: str) -> None:
        row = self._row(incident_id)
        before, row.assignee = row.assignee, assignee.strip()[:64]
        self._changed(row, "assigned", actor, {"assignee": before}, {"assignee": row.assignee}, row.assignee)

    def comment(self, incident_id: int, text: str, *, actor: str) -> None:
        if not text.strip():
            raise InvalidInput("write something", field="text")
        row = self._row(incident_id)
        note(self._session, row.id, self._clock.now(), "comment", actor=actor, detail=text.strip())

    def silence_incident(self, incident_id: int, hours: float | None, reason: str, *, actor: str) -> None:
        """For some hours, or until it is resolved."""
        row = self._firing(incident_id)
        ends = None if hours is None else self._clock.now() + timedelta(hours=_between(hours, 0.1, 24 * 90, "hours"))
        silence = self._silence(reason, actor, ends_at=ends, incident_id=row.id)
        row.due_at = min(row.due_at, self._clock.now()) if row.due_at else self._clock.now()
        self._add(silence, actor)
        note(self._session, row.id, self._clock.now(), "silence_set", actor=actor, detail=reason)

    def silences(self, limit: int = 100) -> tuple[SilenceView, ...]:
        """Newest first, ended ones included."""
        now = self._clock.now()
        rows = repository_telling.all_silences(self._session, limit)
        return tuple(_silence_view(row, holds(row, now)) for row in rows)

    def add_silence(
        self, *, starts_at: datetime | None, ends_at: datetime, reason: str, actor: str, check_key: str = "",
        slice: str = "", subject_id: str = "", owner: str = "", label: str = "", timezone: str = "UTC",
        days: str = "", start_min: int = 0, minutes: int = 0,
    ) -> int:  # fmt: skip
        """Of everything that fits; with `days` a maintenance window that comes again until `ends_at`."""
        zone(timezone)
        starts = starts_at or self._clock.now()
        if ends_at <= max(starts, self._clock.now()):
            raise InvalidInput("the end must be after the beginning and not in the past", field="ends_at")
        if not days and ends_at - starts > LONGEST:
            raise InvalidInput(f"a silence may last {LONGEST.days} days at most", field="ends_at")
        if days and (set(days) - set("0123456") or not 1 <= minutes <= 7 * 1440 or not 0 <= start_min < 1440):
            raise InvalidInput("give days, a time of the day and a length of up to a week", field="days")
        row = self._silence(
            reason, actor, ends_at=ends_at, starts_at=starts, check_key=check_key[:40], slice=slice[:12],
            subject_id=subject_id[:128], owner=owner[:64], label=label[:64], timezone=timezone,
            days="".join(sorted(set(days))), start_min=start_min, minutes=minutes,
        )  # fmt: skip
        return self._add(row, actor)

    def end_silence(self, silence_id: int, *, actor: str) -> None:
        row = repository_telling.silence(self._session, silence_id)
        if row is None:
            raise NotFound(f"there is no silence {silence_id}")
        before, row.ends_at = row.ends_at, self._clock.now()
        self._audit.record(actor, "end", "silence", row.id, {"ends_at": before}, {"ends_at": row.ends_at})

    def _silence(self, reason: str, actor: str, **fields: object) -> AlertSilence:
        if not reason.strip() or len(reason) > REASON_MAX:
            raise InvalidInput(f"give a reason, of up to {REASON_MAX} characters", field="reason")
        texts = dict.fromkeys(("check_key", "slice", "subject_id", "owner", "label", "days"), "")
        values = {
            **texts, "incident_id": None, "starts_at": self._clock.now(), "timezone": "UTC", "start_min": 0, "minutes": 0,
            "reason": reason.strip(), "created_by": actor[:64], "reminded": False, **fields,
        }  # fmt: skip
        return AlertSilence(**values)

    def _add(self, row: AlertSilence, actor: str) -> int:
        repository_telling.add(self._session, row)
        names = (
            "incident_id",
            "check_key",
            "slice",
            "subject_id",
            "owner",
            "label",
            "starts_at",
            "ends_at",
            "days",
            "reason",
        )
        self._audit.record(actor, "create", "silence", row.id, {}, {name: getattr(row, name) for name in names})
        return row.id

    def _row(self, incident_id: int) -> AlertIncident:
        row = repository.incident(self._session, incident_id)
        if row is None:
            raise NotFound(f"there is no alert {incident_id}")
        return row

    def _firing(self, incident_id: int) -> AlertIncident:
        row = self._row(incident_id)
        if row.state != IncidentState.FIRING:
            raise Conflict("this alert has ended already")
        return row

    def _changed(
        self, row: AlertIncident, kind: str, actor: str, before: dict[str, str], after: dict[str, str], detail: str = ""
    ) -> None:
        note(self._session, row.id, self._clock.now(), kind, actor=actor, detail=detail)
        self._audit.record(actor, kind, "alert", row.id, before, after)


def view_of(row: AlertIncident) -> IncidentView:
    return IncidentView(**{name: getattr(row, name) for name in IncidentView.__struct_fields__})


def _silence_view(row: AlertSilence, active: bool) -> SilenceView:
    names = [name for name in SilenceView.__struct_fields__ if name != "active"]
    return SilenceView(**{name: getattr(row, name) for name in names}, active=active)


def _between(value: float, low: float, high: float, field: str) -> float:
    if not low <= value <= high:
        raise InvalidInput(f"must be from {low:g} to {high:g}", field=field)
    return value
