"""Every metric that a role's listener has: a closed set, so that dashboards and rules can be checked against it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Name(StrEnum):
    UP = "catchment_up"
    BEAT = "catchment_last_beat_timestamp_seconds"
    PROGRESS = "catchment_progress_timestamp_seconds"
    WORK = "catchment_work"
    WAITING = "catchment_queue_waiting"
    OLDEST = "catchment_queue_oldest_seconds"
    QUEUE = "catchment_queue_tasks"
    CHECKS = "catchment_check_subjects"
    ALERTS = "catchment_alerts_firing"
    NOTICES = "catchment_notices_waiting"
    UNREADABLE = "catchment_backend_unreadable"


# Name → (what it says, its labels). Label values are words of ours, never text of pages.
MEANING: Final[dict[Name, tuple[str, tuple[str, ...]]]] = {
    Name.UP: ("1 while the process of the role runs.", ("role",)),
    Name.BEAT: ("When the role last told how it goes (Unix time).", ("role",)),
    Name.PROGRESS: ("When the role last got on with its work (Unix time).", ("role",)),
    Name.WORK: ("Numbers that the role tells with its heartbeat.", ("role", "what")),
    Name.WAITING: ("Tasks that wait, by lane.", ("lane",)),
    Name.OLDEST: ("Age of the oldest task of the lane, 0 where none waits.", ("lane",)),
    Name.QUEUE: ("Tasks by state.", ("state",)),
    Name.CHECKS: ("Subjects of the monitors by slice and state.", ("slice", "state")),
    Name.ALERTS: ("Alerts that fire and that no other explains, by severity.", ("severity",)),
    Name.NOTICES: ("Notices that wait to be sent.", ()),
    Name.UNREADABLE: ("1 where figures are missing because a backend does not answer.", ("backend",)),
}
