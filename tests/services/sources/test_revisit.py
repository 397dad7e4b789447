"""An adaptive source is visited as often as it has proved worth it, within its bounds."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from kit.clock import ManualClock
from kit.contracts.task import TaskState
from services.forms import InvalidFields
from services.sources.health import Health, after_end
from services.sources.planning import Cadence
from services.sources.revisit import Revisit, revisit_of
from services.sources.schemas import SourceReason, SourceView
from services.tasks.schemas import WindowEnd
from tests.services.sources.test_health import FRESH, POLICY, dead
from tests.services.sources.test_schedule import add

if TYPE_CHECKING:
    from tests.services.conftest import Desk

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
BOUNDS = Revisit(timedelta(minutes=10), timedelta(hours=4))
ADAPTIVE = Cadence("*/10 * * * *", "UTC", BOUNDS)


def visit(window: datetime, found: int, new: int, after_s: float = 60) -> WindowEnd:
    at = window + timedelta(seconds=after_s)
    return WindowEnd("src_1_202611301200", 1, window, TaskState.SUCCESS, "", at, found=found, new=new)


def visits(health: Health, *brought: tuple[int, int]) -> list[Health]:
    """Each visit at the time that the one before planned; (found, new) of each."""
    seen = [health]
    run = NOON
    for found, new in brought:
        seen.append(after_end(seen[-1], visit(run, found, new), ADAPTIVE, POLICY))
        assert seen[-1].next_run_at is not None
        run = seen[-1].next_run_at
    return seen


def test_visits_that_bring_nothing_stretch_the_interval_up_to_the_longest() -> None:
    seen = visits(FRESH, *[(30, 0)] * 12)
    assert [round((health.revisit_s or 0) / 60) for health in seen[1:5]] == [15, 22, 34, 51]
    assert seen[-1].revisit_s == timedelta(hours=4).total_seconds()


def test_the_next_run_is_the_schedules_first_after_the_learned_interval() -> None:
    (_, after) = visits(FRESH, (30, 0))
    assert after.next_run_at == NOON + timedelta(minutes=20)


def test_a_list_that_is_mostly_new_halves_the_interval_down_to_the_shortest() -> None:
    slow = replace(FRESH, revisit_s=7200.0)
    seen = visits(slow, (30, 20), (30, 30), (30, 11), (30, 30), (30, 30))
    assert [health.revisit_s for health in seen] == [7200, 3600, 1800, 900, 600, 600]


def test_a_few_new_items_leave_the_interval_as_it_is() -> None:
    assert visits(replace(FRESH, revisit_s=3600.0), (30, 3))[-1].revisit_s == 3600


def test_a_late_visit_and_a_failed_one_teach_nothing() -> None:
    slow = replace(FRESH, revisit_s=1800.0)
    assert after_end(slow, visit(NOON, 30, 30, after_s=1801), ADAPTIVE, POLICY).revisit_s == 1800
    assert after_end(slow, dead("timeout"), ADAPTIVE, POLICY).revisit_s == 1800


def test_a_source_that_is_not_adaptive_keeps_its_cadence() -> None:
    plain = Cadence("*/10 * * * *", "UTC", revisit_of(False, 600, 86_400))
    after = after_end(FRESH, visit(NOON, 30, 0), plain, POLICY)
    assert (after.revisit_s, after.next_run_at) == (None, FRESH.next_run_at)


def run_once(desk: Desk, clock: ManualClock, source: SourceView, **brought: int) -> SourceView:
    """Schedules the source when it is due and ends its window a minute later."""
    with desk() as services:
        view = services.sources.get(source.id)
        assert view.next_run_at is not None
        clock.advance((view.next_run_at - clock.now()).total_seconds())
        due = services.schedule.due(clock.now(), 10)
        services.schedule.scheduled(due, clock.now())
        clock.advance(60)
        services.schedule.record([replace_end(due[0].window, source.id, clock.now(), **brought)])
        return services.sources.get(source.id)


def replace_end(window: datetime, source_id: int, at: datetime, **brought: int) -> WindowEnd:
    return WindowEnd(f"src_{source_id}_1", source_id, window, TaskState.SUCCESS, "", at, **brought)


def test_the_learned_interval_is_kept_shown_as_the_reason_and_forgotten_with_the_switch(
    desk: Desk, clock: ManualClock
) -> None:
    with desk() as services:
        source = add(services, 1, adaptive=True, revisit_max_s=3600)
    for _ in range(3):
        view = run_once(desk, clock, source, found=20, new=0)
    assert view.revisit_s == 2025
    with desk() as services:
        reason = services.why([services.sources.get(source.id)])[source.id]
        assert (reason.code, reason.params["minutes"]) == (SourceReason.REVISIT, 34)
        changed = services.sources.update(source.id, view.version, {"adaptive": False}, actor="w")
        assert changed.revisit_s is None
        assert changed.next_run_at is not None
        assert changed.next_run_at - clock.now() <= timedelta(minutes=10)
        assert services.why([changed])[source.id].code is SourceReason.NEXT_RUN


def test_the_learned_interval_also_counts_when_the_window_is_scheduled(desk: Desk, clock: ManualClock) -> None:
    with desk() as services:
        source = add(services, 1, adaptive=True)
    view = run_once(desk, clock, source, found=20, new=0)
    with desk() as services:
        assert view.next_run_at is not None
        clock.advance((view.next_run_at - clock.now()).total_seconds())
        services.schedule.scheduled(services.schedule.due(clock.now(), 10), clock.now())
        assert services.sources.get(source.id).next_run_at == clock.now() + timedelta(minutes=20)


@pytest.mark.parametrize(
    ("bounds", "field"),
    [({"revisit_min_s": 7200, "revisit_max_s": 3600}, "revisit_max_s"), ({"revisit_min_s": 0}, "revisit_min_s")],
)
def test_bounds_that_cannot_be_are_refused(desk: Desk, bounds: dict[str, Any], field: str) -> None:
    with desk() as services, pytest.raises(InvalidFields) as refused:
        add(services, 1, adaptive=True, **bounds)
    assert field in refused.value.problems
