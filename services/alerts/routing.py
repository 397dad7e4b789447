"""Which channels are told of an incident, and when again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from msgspec import Struct
from sqlalchemy.orm import Session

from services.alerts import repository_telling
from services.alerts.models import AlertIncident, AlertRoute
from services.alerts.schemas import ORDER

DELIVERY = "server.delivery"
REPEAT = timedelta(hours=24)


class Way(Struct, frozen=True):
    """Times are from the opening of an incident; None: never."""

    channels: tuple[int, ...]
    escalate_after: timedelta | None
    escalate_to: tuple[int, ...]
    repeat: timedelta | None

    def escalate_at(self, incident: AlertIncident) -> datetime | None:
        wanted = self.escalate_after is not None and bool(self.escalate_to)
        return incident.opened_at + self.escalate_after if wanted and self.escalate_after else None

    def next_at(self, incident: AlertIncident, now: datetime) -> datetime | None:
        """When it is to be looked at again although nothing changed."""
        escalate = None if incident.escalated else self.escalate_at(incident)
        moments = [moment for moment in (escalate, now + self.repeat if self.repeat else None) if moment is not None]
        return max(min(moments), now) if moments else None


class Routed(Protocol):
    @property
    def owner(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def slice(self) -> str: ...
    @property
    def severity(self) -> str: ...


class Ways:
    """Read once for a pass. Where no route fits, or none of its channels is open, every open channel is told: nothing is lost by a gap."""

    def __init__(self, session: Session, since: datetime) -> None:
        self._channels = {one.id: one for one in repository_telling.channels(session) if one.enabled}
        self._routes = repository_telling.routes(session)
        self._last = repository_telling.last_created(session, since)
        self._since = since

    def of(self, incident: AlertIncident) -> Way:
        route = next((one for one in self._routes if routes_to(one, incident)), None)
        open_ones = self._open(route.channels, incident) if route else ()
        channels = open_ones or self._open(list(self._channels), incident)
        if route is None:
            return Way(channels, None, (), REPEAT)
        escalate = timedelta(minutes=route.escalate_min) if route.escalate_min else None
        repeat = timedelta(minutes=route.repeat_min) if route.repeat_min else None
        return Way(channels, escalate, self._open(route.escalate_to, incident), repeat)

    def free_at(self, channels: Sequence[int]) -> datetime:
        """When all of them may be told of something new."""
        gap = timedelta(seconds=60)
        last = [self._last[channel] for channel in channels if channel in self._last]
        return max(last) + gap if last else self._since

    def locale(self, channel: int) -> str:
        return self._channels[channel].locale

    def names(self, channels: Sequence[int]) -> list[str]:
        return [self._channels[channel].name for channel in channels]

    def _open(self, wanted: Sequence[int], incident: AlertIncident) -> tuple[int, ...]:
        """A channel that fails is not told of its own failure."""
        own = incident.subject_id if incident.check_key == DELIVERY else ""
        return tuple(one for one in wanted if one in self._channels and str(one) != own)


def routes_to(route: AlertRoute | Routed, incident: AlertIncident) -> bool:
    if route.owner and route.owner != incident.owner:
        return False
    if route.label and route.label not in incident.labels:
        return False
    if route.slice and route.slice != incident.slice:
        return False
    return not route.severity or ORDER.index(incident.severity) >= ORDER.index(route.severity)
