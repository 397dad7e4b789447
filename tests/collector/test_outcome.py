"""Retries and time limits."""

from __future__ import annotations

import msgspec
import pytest

from collector.outcome import DEAD_AT_ONCE, failed, time_limit_s
from kit.contracts.task import FailureClass, Task, TaskState
from kit.settings import Settings

SETTINGS = Settings()
NOW = 1_800_000_000_000
TASK = Task("src_1_202601010000", 1, "COLUMN", 5, NOW, NOW)


def delay_s(retries: int, failure: FailureClass = FailureClass.TIMEOUT, retry_after_s: float | None = None) -> float:
    task = msgspec.structs.replace(TASK, retries=retries)
    outcome = failed(task, failure, "why", settings=SETTINGS, now_ms=NOW, retry_after_s=retry_after_s)
    assert outcome.state is TaskState.FAILED
    return (outcome.retry_at_ms - NOW) / 1000


@pytest.mark.parametrize(("retries", "asked"), [(0, 60), (1, 300), (2, 1800), (3, 7200)])
def test_each_failure_waits_longer_within_a_tenth(retries: int, asked: float) -> None:
    assert asked * 0.9 <= delay_s(retries) <= asked * 1.1
    assert delay_s(retries) == delay_s(retries)


def test_the_fifth_failure_is_final() -> None:
    outcome = failed(msgspec.structs.replace(TASK, retries=4), FailureClass.DNS, "why", settings=SETTINGS, now_ms=NOW)
    assert (outcome.state, outcome.failure, outcome.retry_at_ms) == (TaskState.DEAD, "dns", 0)


@pytest.mark.parametrize("failure", sorted(DEAD_AT_ONCE))
def test_what_trying_again_cannot_help_is_final_at_once(failure: FailureClass) -> None:
    assert failed(TASK, failure, "why", settings=SETTINGS, now_ms=NOW).state is TaskState.DEAD


def test_a_server_that_names_a_time_is_not_asked_earlier_and_waits_no_longer_than_a_day() -> None:
    assert delay_s(0, FailureClass.HTTP_429, 900.0) == 900
    assert delay_s(0, FailureClass.HTTP_429, 1.0) >= 54
    assert delay_s(0, FailureClass.HTTP_5XX, 10_000_000.0) == 86400


def test_tasks_that_failed_together_do_not_return_together() -> None:
    tasks = [msgspec.structs.replace(TASK, id=f"src_{number}_202601010000") for number in range(50)]
    times = {failed(task, FailureClass.DNS, "", settings=SETTINGS, now_ms=NOW).retry_at_ms for task in tasks}
    assert len(times) > 40


def test_time_limits_lie_on_a_line_from_p1_to_p9() -> None:
    assert [time_limit_s(priority, SETTINGS) for priority in (1, 3, 5, 9)] == [30.0, 75.0, 120.0, 210.0]
