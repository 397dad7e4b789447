"""Checks of sources: failing, fine, no data."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from kit.clock import ManualClock
from services.monitoring.base import State
from services.monitoring.source.cadence import PastRuns
from services.monitoring.source.checks.failures import FailuresInARow
from services.monitoring.source.checks.paused import PausedByFailures
from services.monitoring.source.checks.staleness import Staleness
from tests.services.monitoring.conftest import Look

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
LONG_AGO = START - timedelta(days=90)
AddSource = Callable[..., int]


@pytest.mark.parametrize(
    ("hours", "state", "missed"),
    [(1, State.OK, 1), (2.5, State.WARN, 2), (4.5, State.WARN, 4), (5.5, State.DOWN, 5), (400, State.DOWN, 5)],
)
def test_source_is_late_by_the_runs_it_missed(
    add_source: AddSource, look: Look, clock: ManualClock, hours: float, state: State, missed: int
) -> None:
    number = add_source(last_run_at=START, created_at=LONG_AGO, updated_at=LONG_AGO, last_failure="dns")
    clock.advance(hours * 3600 + 660)
    finding = look(Staleness())[str(number)]
    assert (finding.state, finding.value) == (state, missed)
    assert finding.evidence.get("last_failure") == (None if state is State.OK else "dns")


def test_run_that_only_just_came_due_is_not_missed(add_source: AddSource, look: Look, clock: ManualClock) -> None:
    number = add_source(last_run_at=START, created_at=LONG_AGO, updated_at=LONG_AGO)
    clock.advance(3600 + 599)
    assert look(Staleness())[str(number)].value == 0


def test_weekend_of_a_source_that_rests_on_weekends_is_not_late(
    add_source: AddSource, look: Look, clock: ManualClock
) -> None:
    friday = datetime(2026, 11, 27, 9, 5, tzinfo=UTC)
    number = add_source(
        cron_expr="0 9 * * 1-5", last_run_at=friday, created_at=LONG_AGO, updated_at=LONG_AGO, timezone="UTC"
    )
    clock.advance(-27 * 3600)  # Sunday morning
    assert look(Staleness())[str(number)].state is State.OK
    clock.advance(3 * 86400)
    assert look(Staleness())[str(number)].state is State.WARN


def test_source_that_never_succeeded_is_unknown_until_it_has_missed_runs(
    add_source: AddSource, look: Look, clock: ManualClock
) -> None:
    number = add_source()
    assert look(Staleness())[str(number)].state is State.UNKNOWN
    clock.advance(3 * 3600)
    assert look(Staleness())[str(number)].state is State.WARN


def test_source_that_was_just_resumed_is_unknown_and_not_late(add_source: AddSource, look: Look) -> None:
    number = add_source(last_run_at=LONG_AGO, created_at=LONG_AGO, updated_at=START)
    assert look(Staleness())[str(number)].state is State.UNKNOWN


@pytest.mark.parametrize("more", [{"status": 0}, {"status": 2}, {"cron_expr": ""}, {"deleted_at": START}])
def test_sources_that_are_not_collected_by_a_cadence_are_not_judged(
    add_source: AddSource, look: Look, more: dict[str, object]
) -> None:
    add_source(last_run_at=LONG_AGO, created_at=LONG_AGO, updated_at=LONG_AGO, **more)
    assert look(Staleness()) == {}


@pytest.mark.parametrize("expr", ["* * * * *", "*/5 * * * *", "0 9 * * *", "30 6 1 * *", "0 0 1 1 *", "0 12 29 2 *"])
def test_missed_runs_are_counted_for_every_cadence(expr: str) -> None:
    from services.sources.cron import next_runs

    runs = next_runs(expr, "Asia/Shanghai", datetime(2016, 1, 1, tzinfo=UTC), 3)
    past = PastRuns(runs[2] + timedelta(seconds=30), 5)
    assert past.missed(expr, "Asia/Shanghai", runs[0]) >= (1 if "29 2" in expr else 2)
    assert past.missed(expr, "Asia/Shanghai", runs[2]) == 0


@pytest.mark.parametrize(
    ("count", "state"), [(0, State.OK), (2, State.OK), (3, State.WARN), (9, State.WARN), (10, State.DOWN)]
)
def test_failures_in_a_row_are_graded(add_source: AddSource, look: Look, count: int, state: State) -> None:
    number = add_source(fail_count=count, last_run_at=START, last_failure="http_5xx", last_failure_at=START)
    finding = look(FailuresInARow())[str(number)]
    assert (finding.state, finding.value) == (state, count)
    assert finding.evidence.get("failure") == ("http_5xx" if count else None)


def test_failures_of_a_source_that_never_ran_are_unknown(add_source: AddSource, look: Look) -> None:
    number = add_source()
    finding = look(FailuresInARow())[str(number)]
    assert (finding.state, finding.value) == (State.UNKNOWN, None)


def test_source_paused_by_failures_is_down_and_one_paused_by_a_person_is_no_finding(
    add_source: AddSource, look: Look
) -> None:
    failed = add_source("failed", status=0, status_reason="paused_failures", last_failure="dns", fail_weight=50.0)
    person = add_source("person", status=0, status_reason="paused_by", last_run_at=START)
    fine = add_source("fine", last_run_at=START)
    fresh = add_source("fresh")
    found = look(PausedByFailures())
    assert {subject: finding.state for subject, finding in found.items()} == {
        str(failed): State.DOWN,
        str(fine): State.OK,
        str(fresh): State.UNKNOWN,
    }
    assert str(person) not in found
    assert found[str(failed)].evidence == {"name": "failed", "failure": "dns", "weight": 50.0}
