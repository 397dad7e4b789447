"""When a silence or a maintenance window holds, and of what (pure)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol

from services.zones import zone


class Window(Protocol):
    """A silence's times: `days` empty for one that does not come again."""

    @property
    def starts_at(self) -> datetime: ...
    @property
    def ends_at(self) -> datetime | None: ...
    @property
    def timezone(self) -> str: ...
    @property
    def days(self) -> str: ...
    @property
    def start_min(self) -> int: ...
    @property
    def minutes(self) -> int: ...


class Matcher(Protocol):
    @property
    def incident_id(self) -> int | None: ...
    @property
    def check_key(self) -> str: ...
    @property
    def slice(self) -> str: ...
    @property
    def subject_id(self) -> str: ...
    @property
    def owner(self) -> str: ...
    @property
    def label(self) -> str: ...


class Alerted(Protocol):
    @property
    def id(self) -> int: ...
    @property
    def check_key(self) -> str: ...
    @property
    def slice(self) -> str: ...
    @property
    def subject_id(self) -> str: ...
    @property
    def owner(self) -> str: ...
    @property
    def labels(self) -> tuple[str, ...]: ...


def holds(window: Window, now: datetime) -> bool:
    if now < window.starts_at or (window.ends_at is not None and now >= window.ends_at):
        return False
    return not window.days or occurrence(window, now) is not None


def occurrence(window: Window, now: datetime) -> tuple[datetime, datetime] | None:
    """(start, end) in UTC of the recurrence that holds now. Its length is real time, its start wall-clock time of its zone: on the day
    a clock changes it starts once, and a start in the hour that is left out is where that hour would have been."""
    place = zone(window.timezone)
    today = now.astimezone(place).date()
    for back in range(window.minutes // 1440 + 2):
        day = today - timedelta(days=back)
        if str(day.weekday()) not in window.days:
            continue
        local = datetime(day.year, day.month, day.day, window.start_min // 60, window.start_min % 60, tzinfo=place)
        start = local.astimezone(UTC)
        if start <= now < start + timedelta(minutes=window.minutes):
            return start, start + timedelta(minutes=window.minutes)
    return None


def fits(matcher: Matcher, incident: Alerted) -> bool:
    """Every field that is given must agree; a matcher that gives none fits everything."""
    if matcher.incident_id is not None:
        return matcher.incident_id == incident.id
    pairs = (
        (matcher.check_key, incident.check_key),
        (matcher.slice, incident.slice),
        (matcher.subject_id, incident.subject_id),
        (matcher.owner, incident.owner),
    )
    return all(not wanted or wanted == found for wanted, found in pairs) and (
        not matcher.label or matcher.label in incident.labels
    )
