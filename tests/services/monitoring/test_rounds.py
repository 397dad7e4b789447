"""Checks run when their time has come, and what they find is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from kit.clock import ManualClock
from kit.errors import BackendUnavailable
from services.db import Database
from services.monitoring.base import CheckContext, Finding, Slice, State
from services.monitoring.registry import checks
from services.monitoring.rounds import Rounds
from services.monitoring.schemas import Overview, SliceView
from services.monitoring.service import MonitoringService
from services.monitoring.state import KEPT_FLIPS, StateStore


class Scripted:
    """A check that answers what the test says."""

    key: ClassVar[str] = "source.scripted"
    title: ClassVar[str] = "Scripted"
    slice: ClassVar[Slice] = Slice.SOURCE
    every_s: ClassVar[float] = 60.0

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.error: Exception | None = None
        self.runs = 0

    def run(self, ctx: CheckContext) -> Iterator[Finding]:
        self.runs += 1
        yield from self.findings
        if self.error:
            raise self.error


class Other(Scripted):
    key = "server.other"
    slice = Slice.SERVER


def one(state: State, subject: str = "7", value: float = 1.0) -> Finding:
    return Finding("source", subject, state, value, "< 2", {"value": value})


def overview(database: Database, clock: ManualClock, limit: int = 20) -> Overview:
    with database.session() as session:
        return MonitoringService(session, clock).overview(limit=limit)


def source_slice(database: Database, clock: ManualClock) -> SliceView:
    return next(part for part in overview(database, clock).slices if part.slice is Slice.SOURCE)


def test_check_runs_at_once_and_then_at_its_own_pace(ctx: CheckContext, clock: ManualClock) -> None:
    check = Scripted()
    rounds = Rounds(ctx, [check])
    for _ in range(130):
        rounds.step(lambda: True)
        clock.advance(1)
    assert check.runs == 3


def test_state_keeps_its_beginning_while_value_and_evidence_move(
    ctx: CheckContext, clock: ManualClock, database: Database
) -> None:
    check = Scripted()
    rounds = Rounds(ctx, [check])
    began = clock.now()
    for value in (1.0, 2.0, 3.0):
        check.findings = [one(State.WARN, value=value)]
        rounds.step(lambda: True)
        clock.advance(60)
    (finding,) = source_slice(database, clock).findings
    assert (finding.state, finding.value, finding.evidence) == (State.WARN, 3.0, {"value": 3.0})
    assert finding.since == began
    assert finding.checked_at > began


def test_changes_of_state_make_a_history(ctx: CheckContext, clock: ManualClock, database: Database) -> None:
    check = Scripted()
    rounds = Rounds(ctx, [check])
    for state in (State.OK, State.OK, State.WARN, State.DOWN, State.OK):
        check.findings = [one(state)]
        rounds.step(lambda: True)
        clock.advance(60)
    with database.session() as session:
        service = MonitoringService(session, clock)
        first = service.flips("source", "7", limit=2)
        rest = service.flips("source", "7", limit=2, after=first.next)
        assert service.flips("source", "8").items == ()
    turns = [(flip.before, flip.after) for flip in (*first.items, *rest.items)]
    assert turns == [("down", "ok"), ("warn", "down"), ("ok", "warn")]
    assert rest.next == ""


def test_crashing_check_is_unknown_with_its_error_and_stops_nobody(
    ctx: CheckContext, clock: ManualClock, database: Database
) -> None:
    crashing, fine = Scripted(), Other()
    fine.findings = [one(State.OK)]
    crashing.findings = [one(State.DOWN)]
    rounds = Rounds(ctx, [crashing, fine])
    rounds.step(lambda: True)
    crashing.error = KeyError("boom")
    clock.advance(60)
    rounds.step(lambda: True)
    assert fine.runs == 2
    part = source_slice(database, clock)
    by_type = {finding.subject_type: finding for finding in part.findings}
    assert by_type["check"].state is State.UNKNOWN
    assert by_type["check"].evidence == {"error": "KeyError: 'boom'"}
    assert by_type["source"].state is State.DOWN
    assert part.runs[0].error == "KeyError: 'boom'"
    crashing.error = None
    clock.advance(60)
    rounds.step(lambda: True)
    assert [finding.subject_type for finding in source_slice(database, clock).findings] == ["source"]


def test_backend_that_does_not_answer_a_check_makes_it_unknown(
    ctx: CheckContext, clock: ManualClock, database: Database
) -> None:
    check = Scripted()
    check.error = BackendUnavailable("Redis does not answer")
    Rounds(ctx, [check]).step(lambda: True)
    part = source_slice(database, clock)
    assert part.state is State.UNKNOWN
    assert part.findings[0].evidence == {"error": "BackendUnavailable: Redis does not answer"}


def test_overview_shows_the_worst_first_with_counts_of_all(
    ctx: CheckContext, clock: ManualClock, database: Database
) -> None:
    check = Scripted()
    states = [State.OK] * 5 + [State.UNKNOWN, State.WARN, State.DOWN, State.WARN]
    check.findings = [one(state, str(number)) for number, state in enumerate(states)]
    Rounds(ctx, [check]).step(lambda: True)
    part = source_slice(database, clock)
    assert part.state is State.DOWN
    assert part.counts == {State.OK: 5, State.WARN: 2, State.DOWN: 1, State.UNKNOWN: 1}
    assert [finding.state for finding in part.findings] == [State.DOWN, State.WARN, State.WARN, State.UNKNOWN]
    limited = next(one for one in overview(database, clock, limit=2).slices if one.slice is Slice.SOURCE)
    assert [finding.state for finding in limited.findings] == [State.DOWN, State.WARN]


def test_overview_of_a_new_installation_is_unknown(database: Database, clock: ManualClock) -> None:
    found = overview(database, clock)
    assert found.state is State.UNKNOWN
    assert [part.slice for part in found.slices] == list(Slice)
    assert {part.state for part in found.slices} == {State.UNKNOWN}


def test_findings_of_a_check_that_stopped_running_are_stale_and_no_longer_ok(
    ctx: CheckContext, clock: ManualClock, database: Database
) -> None:
    check = Scripted()
    check.findings = [one(State.OK)]
    Rounds(ctx, [check]).step(lambda: True)
    assert source_slice(database, clock).state is State.OK
    clock.advance(181)
    part = source_slice(database, clock)
    assert part.state is State.UNKNOWN
    assert part.runs[0].stale
    with database.session() as session:
        (view,) = MonitoringService(session, clock).of_subject("source", "7")
    assert view.stale


def test_check_that_no_longer_exists_leaves_no_state(ctx: CheckContext, clock: ManualClock, database: Database) -> None:
    check = Scripted()
    check.findings = [one(State.DOWN)]
    Rounds(ctx, [check]).step(lambda: True)
    Rounds(ctx, [Other()]).step(lambda: True)
    assert source_slice(database, clock).findings == ()


def test_lost_lease_stops_the_round(ctx: CheckContext) -> None:
    check = Scripted()
    Rounds(ctx, [check]).step(lambda: False)
    assert check.runs == 0


def test_old_changes_are_pruned(ctx: CheckContext, clock: ManualClock, database: Database) -> None:
    check = Scripted()
    rounds = Rounds(ctx, [check])
    for state in (State.DOWN, State.OK):
        check.findings = [one(state)]
        rounds.step(lambda: True)
        clock.advance(60)
    clock.advance(KEPT_FLIPS.total_seconds())
    assert [StateStore(database, clock).prune(limit) for limit in (1, 5, 5)] == [1, 1, 0]


def test_thousands_of_subjects_are_written_once_and_then_only_where_they_change(
    ctx: CheckContext, clock: ManualClock, database: Database
) -> None:
    check = Scripted()
    check.findings = [one(State.OK, str(number)) for number in range(3000)]
    rounds = Rounds(ctx, [check])
    rounds.step(lambda: True)
    clock.advance(60)
    check.findings[17] = one(State.DOWN, "17")
    del check.findings[1000:]
    rounds.step(lambda: True)
    part = source_slice(database, clock)
    assert part.counts[State.OK] == 999
    assert [finding.subject_id for finding in part.findings] == ["17"]


def test_every_registered_check_has_a_key_of_its_slice_and_runs_on_an_empty_installation(ctx: CheckContext) -> None:
    registered = checks()
    assert len({check.key for check in registered}) == len(registered)
    assert {check.slice for check in registered} == set(Slice)
    for check in registered:
        assert check.key.startswith(f"{check.slice}.")
        assert check.title
        assert check.every_s > 0
        assert all(finding.state in State for finding in check.run(ctx))
