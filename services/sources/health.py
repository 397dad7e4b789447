"""What the end of a window does to its source (pure): failures in a row, throttling, pausing, recovery (requirement S6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from kit.contracts.task import FailureClass, TaskState
from services.sources.planning import Cadence, Policy, following
from services.sources.schemas import SourceStatus, StatusReason
from services.tasks.schemas import WindowEnd

HARD, SOFT, TEMPORARY = 1.0, 0.5, 0.25
WEIGHTS: dict[FailureClass, float] = {
    FailureClass.CONNECT: SOFT,
    FailureClass.TIMEOUT: SOFT,
    FailureClass.DECODE: SOFT,
    FailureClass.EMPTY: SOFT,
    FailureClass.PROTOCOL: SOFT,
    FailureClass.TOO_LARGE: SOFT,
    FailureClass.HTTP_429: TEMPORARY,
    FailureClass.HTTP_5XX: TEMPORARY,
    FailureClass.CRASHED: TEMPORARY,
    FailureClass.INTERNAL: TEMPORARY,
}


@dataclass(frozen=True, slots=True)
class Health:
    """The columns of a source that the end of a window may change; see services.sources.models."""

    status: int
    status_reason: str
    status_params: dict[str, Any]
    fail_count: int
    fail_weight: float
    last_failure: str
    last_failure_at: datetime | None
    last_run_at: datetime | None
    missed_at: datetime | None
    not_before: datetime | None
    throttled_since: datetime | None
    next_run_at: datetime | None
    revisit_s: float | None


def weight_of(failure: str) -> float:
    """1 for what will not go away by itself, less for what may; an unknown class counts fully."""
    try:
        return WEIGHTS.get(FailureClass(failure), HARD)
    except ValueError:
        return HARD


def after_end(health: Health, end: WindowEnd, cadence: Cadence, policy: Policy) -> Health:
    """The health of a source after one of its windows ended. A cancelled window (dead without a failure) says nothing about the site."""
    if end.state is TaskState.SUCCESS:
        changed = _succeeded(health, end, cadence, policy)
    elif end.failure:
        changed = _failed(health, end, cadence, policy)
    else:
        changed = health
    return _catch_up(changed, end)


def _succeeded(health: Health, end: WindowEnd, cadence: Cadence, policy: Policy) -> Health:
    healed = replace(
        health, fail_count=0, fail_weight=0.0, throttled_since=None, not_before=None, last_run_at=end.ended_at
    )
    if health.status_reason == StatusReason.PAUSED_FAILURES:
        params = {**health.status_params, "answered_at": end.ended_at.isoformat()}
        return replace(healed, status_params=params, next_run_at=end.ended_at + policy.longest)
    learned = _learned(health, end, cadence)
    changed = learned != health.revisit_s or health.throttled_since or health.not_before
    if health.status == SourceStatus.ENABLED and changed:
        run = following(
            cadence, end.window, end.ended_at, policy, throttled=False, not_before=None, revisit_s=learned or 0.0
        )
        return replace(healed, next_run_at=run, revisit_s=learned)
    return healed


def _learned(health: Health, end: WindowEnd, cadence: Cadence) -> float | None:
    """The interval of an adaptive source after this visit, in seconds; it begins with the schedule's own."""
    if cadence.revisit is None:
        return health.revisit_s
    known = timedelta(seconds=health.revisit_s) if health.revisit_s else cadence.interval(end.window)
    return cadence.revisit.learned(cadence.revisit.bounded(known), end).total_seconds()


def _failed(health: Health, end: WindowEnd, cadence: Cadence, policy: Policy) -> Health:
    weight = health.fail_weight + weight_of(end.failure)
    failed = replace(
        health,
        fail_count=health.fail_count + 1,
        fail_weight=weight,
        last_failure=end.failure,
        last_failure_at=end.ended_at,
        not_before=_asked_pause(end, policy),
    )
    if health.status == SourceStatus.ENABLED and weight >= policy.pause:
        return _paused(failed, end, policy)
    if health.status_reason == StatusReason.PAUSED_FAILURES:
        return replace(failed, next_run_at=end.ended_at + policy.longest)
    return _planned(failed, end, cadence, policy) if health.status == SourceStatus.ENABLED else failed


def _planned(failed: Health, end: WindowEnd, cadence: Cadence, policy: Policy) -> Health:
    throttled = failed.fail_weight >= policy.throttle
    since = (failed.throttled_since or end.ended_at) if throttled else None
    if not throttled and failed.not_before is None:
        return replace(failed, throttled_since=since)
    run = following(
        cadence,
        end.window,
        end.ended_at,
        policy,
        throttled=throttled,
        not_before=failed.not_before,
        revisit_s=failed.revisit_s or 0.0,
    )
    return replace(failed, throttled_since=since, next_run_at=run)


def _paused(failed: Health, end: WindowEnd, policy: Policy) -> Health:
    params = {"weight": failed.fail_weight, "failure": end.failure, "since": end.ended_at.isoformat()}
    return replace(
        failed,
        status=SourceStatus.PAUSED,
        status_reason=StatusReason.PAUSED_FAILURES,
        status_params=params,
        next_run_at=end.ended_at + policy.longest,
        throttled_since=None,
    )


def _asked_pause(end: WindowEnd, policy: Policy) -> datetime | None:
    if end.retry_after_s <= 0:
        return None
    return end.ended_at + min(timedelta(seconds=end.retry_after_s), policy.longest)


def _catch_up(health: Health, end: WindowEnd) -> Health:
    """Windows that came due meanwhile collapse into one, which is due now, unless the source has to wait."""
    waits = health.throttled_since or (health.not_before and health.not_before > end.ended_at)
    if health.missed_at is None or waits or health.status != SourceStatus.ENABLED:
        return replace(health, missed_at=None)
    return replace(health, missed_at=None, next_run_at=health.missed_at)
