"""The arithmetic of failures in a row."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from kit.contracts.task import FailureClass, TaskState
from kit.settings import Settings
from services.sources.health import Health, after_end, weight_of
from services.sources.planning import Cadence, Policy, following
from services.sources.schemas import SourceStatus, StatusReason
from services.tasks.schemas import WindowEnd

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TEN_MINUTES = Cadence("*/10 * * * *", "UTC")
POLICY = Policy.of(Settings())
FRESH = Health(
    status=SourceStatus.ENABLED,
    status_reason=StatusReason.NONE,
    status_params={},
    fail_count=0,
    fail_weight=0.0,
    last_failure="",
    last_failure_at=None,
    last_run_at=None,
    missed_at=None,
    not_before=None,
    throttled_since=None,
    next_run_at=NOON + timedelta(minutes=10),
    revisit_s=None,
)


def end(
    state: TaskState, failure: str = "", *, window: datetime = NOON, after_s: float = 60, retry_after_s: float = 0
) -> WindowEnd:
    return WindowEnd(
        "src_1_202611301200", 1, window, state, failure, window + timedelta(seconds=after_s), retry_after_s
    )


def dead(failure: str = "http_404", **more: float) -> WindowEnd:
    return end(TaskState.DEAD, failure, **more)  # type: ignore[arg-type]


def failed_times(count: int, failure: str = "http_404", cadence: Cadence = TEN_MINUTES) -> Health:
    health = FRESH
    for _ in range(count):
        health = after_end(health, dead(failure), cadence, POLICY)
    return health


def test_nine_hard_failures_leave_the_cadence_alone() -> None:
    health = failed_times(9)
    assert (health.fail_count, health.fail_weight, health.throttled_since) == (9, 9.0, None)
    assert health.next_run_at == NOON + timedelta(minutes=10)


def test_ten_hard_failures_stretch_ten_minutes_to_two_hours() -> None:
    health = failed_times(10)
    assert health.throttled_since == NOON + timedelta(minutes=1)
    assert health.next_run_at == NOON + timedelta(hours=2)


@pytest.mark.parametrize(("failure", "count"), [("timeout", 20), ("http_5xx", 40), ("http_429", 40), ("dns", 10)])
def test_weaker_failures_need_more_of_them(failure: str, count: int) -> None:
    assert failed_times(count - 1, failure).throttled_since is None
    assert failed_times(count, failure).throttled_since is not None


def test_stretching_is_bounded_by_a_day_and_never_shortens_a_longer_cadence() -> None:
    hourly = failed_times(10, cadence=Cadence("0 */6 * * *", "UTC"))
    assert hourly.next_run_at == NOON + timedelta(days=1)
    weekly = failed_times(10, cadence=Cadence("0 12 * * 1", "UTC"))  # NOON is a Monday
    assert weekly.next_run_at == NOON + timedelta(days=7)


def test_fifty_failures_pause_the_source_with_its_reason_and_a_rare_probe() -> None:
    health = failed_times(50)
    assert (health.status, health.status_reason) == (SourceStatus.PAUSED, StatusReason.PAUSED_FAILURES)
    assert health.status_params["weight"] == 50.0
    assert health.status_params["failure"] == "http_404"
    assert health.next_run_at == NOON + timedelta(minutes=1, days=1)
    assert failed_times(49).status == SourceStatus.ENABLED


def test_probe_that_fails_waits_for_another_day_and_one_that_succeeds_says_so_without_resuming() -> None:
    paused = failed_times(50)
    later = NOON + timedelta(days=1)
    again = after_end(paused, end(TaskState.DEAD, "dns", window=later), TEN_MINUTES, POLICY)
    assert (again.status, again.next_run_at) == (SourceStatus.PAUSED, later + timedelta(minutes=1, days=1))
    answered = after_end(paused, end(TaskState.SUCCESS, window=later), TEN_MINUTES, POLICY)
    assert answered.status == SourceStatus.PAUSED
    assert answered.status_params["answered_at"] == (later + timedelta(minutes=1)).isoformat()
    assert answered.fail_weight == 0


def test_one_success_restores_the_asked_cadence() -> None:
    throttled = failed_times(12)
    run = NOON + timedelta(hours=2)
    health = after_end(throttled, end(TaskState.SUCCESS, window=run), TEN_MINUTES, POLICY)
    assert (health.fail_count, health.fail_weight, health.throttled_since) == (0, 0.0, None)
    assert health.last_run_at == run + timedelta(minutes=1)
    assert health.next_run_at == run + timedelta(minutes=10)


def test_retry_after_is_honoured_bounded_by_a_day_and_forgotten_after_a_success() -> None:
    health = after_end(FRESH, dead("http_429", retry_after_s=3600), TEN_MINUTES, POLICY)
    assert health.not_before == NOON + timedelta(minutes=61)
    assert health.next_run_at == NOON + timedelta(minutes=70)
    greedy = after_end(FRESH, dead("http_429", retry_after_s=10**9), TEN_MINUTES, POLICY)
    assert greedy.not_before == NOON + timedelta(minutes=1, days=1)
    healed = after_end(health, end(TaskState.SUCCESS, after_s=120), TEN_MINUTES, POLICY)
    assert (healed.not_before, healed.next_run_at) == (None, NOON + timedelta(minutes=10))


def test_cancelled_window_says_nothing_about_the_site() -> None:
    health = after_end(failed_times(3), end(TaskState.DEAD), TEN_MINUTES, POLICY)
    assert (health.fail_count, health.fail_weight) == (3, 3.0)


def test_windows_missed_meanwhile_collapse_into_one_that_is_due_now() -> None:
    missed = replace(FRESH, missed_at=NOON + timedelta(minutes=10), next_run_at=NOON + timedelta(minutes=50))
    health = after_end(missed, end(TaskState.SUCCESS, after_s=45 * 60), TEN_MINUTES, POLICY)
    assert (health.missed_at, health.next_run_at) == (None, NOON + timedelta(minutes=10))


def test_missed_windows_of_a_throttled_source_are_dropped() -> None:
    missed = replace(failed_times(9), missed_at=NOON + timedelta(minutes=10))
    health = after_end(missed, dead(), TEN_MINUTES, POLICY)
    assert (health.missed_at, health.next_run_at) == (None, NOON + timedelta(hours=2))


def test_every_failure_class_has_one_of_the_three_weights() -> None:
    assert {weight_of(failure) for failure in FailureClass} == {1.0, 0.5, 0.25}
    assert weight_of("something new") == 1.0


def test_source_without_a_cadence_never_runs_by_itself() -> None:
    assert following(Cadence("", "UTC"), NOON, NOON, POLICY, throttled=True, not_before=NOON) is None


def test_the_next_run_is_never_earlier_than_asked() -> None:
    later = NOON + timedelta(minutes=34, seconds=5)
    assert following(TEN_MINUTES, NOON, later, POLICY, throttled=False, not_before=None) == NOON + timedelta(minutes=40)
    edge = NOON + timedelta(minutes=50)
    assert following(TEN_MINUTES, NOON, later, POLICY, throttled=False, not_before=edge) == edge
    odd = edge + timedelta(milliseconds=1)
    assert following(TEN_MINUTES, NOON, later, POLICY, throttled=False, not_before=odd) == NOON + timedelta(hours=1)
