"""Why a window is where it is (pure, requirement S8)."""

from __future__ import annotations

from datetime import datetime

from kit.clock import from_ms
from kit.contracts.task import FINAL, TaskState
from kit.ports.queue import TaskView
from services.reasons import Reason
from services.tasks.schemas import TaskReason, WindowView

Params = dict[str, str | int | float]


def reason_of(window: WindowView, view: TaskView | None) -> Reason:
    """`view` is the queue's, None where the queue does not know the task."""
    if window.status in FINAL:
        return _ended(window)
    if view is None:
        return Reason(TaskReason.LOST)
    if view.status in FINAL:
        return Reason(TaskReason.ENDING)
    if view.status == TaskState.RUNNING:
        return _running(view)
    if view.status == TaskState.FAILED:
        retries: Params = {"failure": view.fields.get("failure", ""), "retries": _number(view, "retries")}
        return Reason(TaskReason.RETRY_AT, {**retries, **_time(view, "retry_at", "until")})
    return _waiting(window, view)


def _ended(window: WindowView) -> Reason:
    if window.status == TaskState.DEAD:
        if not window.failure:
            return Reason(TaskReason.CANCELLED, {"cause": window.reason})
        return Reason(
            TaskReason.FAILED_FOR_GOOD, {"failure": window.failure, "attempts": window.attempts, "cause": window.reason}
        )
    if window.reason == "spooled":
        return Reason(TaskReason.SPOOLED, {"documents": window.documents})
    return (
        Reason(TaskReason.DONE, {"documents": window.documents}) if window.documents else Reason(TaskReason.NOTHING_NEW)
    )


def _running(view: TaskView) -> Reason:
    if "own" in view.fields:
        return Reason(TaskReason.WAITING_DETAILS, _time(view, "own_ended", "since"))
    return Reason(TaskReason.RUNNING, {"worker": view.fields.get("worker", ""), **_time(view, "claimed", "since")})


def _waiting(window: WindowView, view: TaskView) -> Reason:
    cause = view.fields.get("reason", "")
    since: Params = _iso(window.enqueued_at or window.created_at, "since")
    if cause == "config":
        return Reason(TaskReason.WAITING_CONFIG, since)
    if cause in {"", "queued"}:
        return Reason(TaskReason.WAITING, {"priority": window.priority, **since})
    return Reason(TaskReason.HANDED_BACK, {"cause": cause, **_time(view, "retry_at", "until")})


def _number(view: TaskView, name: str) -> int:
    text = view.fields.get(name, "")
    return int(text) if text.isdecimal() else 0


def _time(view: TaskView, name: str, param: str) -> Params:
    ms = _number(view, name)
    return _iso(from_ms(ms), param) if ms else {}


def _iso(moment: datetime, param: str) -> Params:
    return {param: moment.isoformat()}
