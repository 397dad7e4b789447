"""What changes from one run of a check to the next."""

from __future__ import annotations

from services.monitoring.base import Finding, State, worst
from services.monitoring.changes import GONE, Held, Subject, compare, pieces

A, B = Subject("source", "1"), Subject("source", "2")


def finding(state: State, subject: str = "1", value: float | None = 1.0) -> Finding:
    return Finding("source", subject, state, value, "< 2", {"why": "x"})


def held(state: State, value: float | None = 1.0) -> Held:
    return Held(str(state), value, "< 2", {"why": "x"})


def test_same_finding_changes_nothing() -> None:
    changes = compare({A: held(State.WARN)}, [finding(State.WARN)])
    assert (changes.new, changes.turned, changes.updated, changes.gone, changes.flips) == ({}, {}, {}, [], [])


def test_other_value_is_written_without_a_flip() -> None:
    changes = compare({A: held(State.WARN)}, [finding(State.WARN, value=2.0)])
    assert changes.updated == {A: held(State.WARN, 2.0)}
    assert changes.flips == []


def test_other_state_is_a_flip() -> None:
    changes = compare({A: held(State.OK)}, [finding(State.DOWN)])
    assert changes.turned == {A: held(State.DOWN)}
    assert [(flip.before, flip.after) for flip in changes.flips] == [("ok", "down")]


def test_new_subject_is_a_flip_only_when_it_is_alarming() -> None:
    changes = compare({}, [finding(State.OK), finding(State.DOWN, "2")])
    assert set(changes.new) == {A, B}
    assert [(flip.subject, flip.before, flip.after) for flip in changes.flips] == [(B, "", "down")]


def test_alarming_subject_that_is_not_reported_any_more_is_gone_and_not_resolved() -> None:
    changes = compare({A: held(State.DOWN), B: held(State.OK)}, [])
    assert changes.gone == [A, B]
    assert [(flip.subject, flip.before, flip.after) for flip in changes.flips] == [(A, "down", GONE)]


def test_subject_reported_twice_counts_as_reported_last() -> None:
    assert compare({}, [finding(State.OK), finding(State.DOWN)]).new == {A: held(State.DOWN)}


def test_unknown_is_worse_than_ok_and_nothing_at_all_is_unknown() -> None:
    assert worst([State.OK, State.UNKNOWN]) is State.UNKNOWN
    assert worst([State.UNKNOWN, State.WARN]) is State.WARN
    assert worst([]) is State.UNKNOWN


def test_pieces_hold_every_change_once_with_its_flip() -> None:
    stored = {Subject("source", str(number)): held(State.OK, float(number % 2)) for number in range(30)}
    found = [finding(State.DOWN if number % 3 else State.OK, str(number)) for number in range(10, 40)]
    whole = compare(stored, found)
    parts = list(pieces(whole, 4))
    assert {name for part in parts for name in part.new} == set(whole.new)
    assert {name for part in parts for name in part.turned} == set(whole.turned)
    assert {name for part in parts for name in part.updated} == set(whole.updated)
    assert [name for part in parts for name in part.gone] == whole.gone
    assert sorted(flip.subject for part in parts for flip in part.flips) == sorted(flip.subject for flip in whole.flips)
    assert max(len(part.new) + len(part.turned) + len(part.updated) + len(part.gone) for part in parts) == 4
