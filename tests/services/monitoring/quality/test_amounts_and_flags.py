"""Lists that shrink, and flags that are mixed otherwise."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from math import exp

import pytest

from services.db import Database
from services.monitoring.base import State
from services.monitoring.quality import amounts, flags, repository
from services.monitoring.quality.checks.field_success import FieldSuccess
from services.monitoring.quality.checks.flag_drift import FlagDrift
from services.monitoring.quality.series import Cause, Day, Norm
from tests.services.monitoring.conftest import Look

DAY = date(2026, 11, 30)
Put = Callable[..., None]


@pytest.fixture
def put(database: Database) -> Put:
    def add(back: int, **things: int) -> None:
        """E.g. list_links=30 for the kind "list" and the name "links"; list_=1 for the lists themselves."""
        rows = [
            {"day": DAY - timedelta(days=back), "source_id": 7, "template_version": "3:1", "kind": kind, "name": name,
             "events": events}
            for kind, name, events in ((*key.split("_", 1), events) for key, events in things.items())
        ]  # fmt: skip
        with database.session() as session:
            repository.count(session, rows)

    return add


def lists(*days: tuple[int, int]) -> Norm | None:
    return amounts.norm_of([Day(at, links, seen) for at, (links, seen) in enumerate(days, 1)], len(days) + 1)


def test_list_that_lost_most_of_its_links_has_shrunk_and_a_breathing_one_has_not() -> None:
    norm = lists(*((300 + at % 3 * 20, 10) for at in range(10)))
    assert [amounts.judged(norm, links, 10).cause for links in (310, 250, 100, 0)] == [  # type: ignore[union-attr]
        Cause.NONE, Cause.NONE, Cause.SHRUNK, Cause.GONE,
    ]  # fmt: skip


def test_zero_links_are_ordinary_where_few_are_expected() -> None:
    few = amounts.judged(lists(*((3, 1) for _ in range(10))), 0, 1)
    many = amounts.judged(lists(*((30, 1) for _ in range(10))), 0, 1)
    assert (few and few.cause, many and many.cause) == (Cause.NONE, Cause.GONE)


def test_days_that_differ_a_lot_make_a_small_day_ordinary() -> None:
    wild = lists(*((500 if at % 2 else 80, 10) for at in range(12)))
    found = amounts.judged(wild, 60, 10)
    assert found is not None
    assert found.cause is Cause.NONE


def test_tail_of_the_negative_binomial_begins_with_its_zero_and_grows_to_one() -> None:
    assert amounts.lower_tail(0, 8.0, 0.1) == pytest.approx(amounts.zero(8.0, 0.1))
    assert amounts.zero(3.0, 0.0) == pytest.approx(exp(-3))
    assert amounts.lower_tail(20_000, 300.0, 0.1) == pytest.approx(1.0, abs=1e-6)


def test_shrinking_list_is_told_with_its_numbers(put: Put, look: Look) -> None:
    for back in range(1, 12):
        put(back, page_=50, field_title=49, list_=10, list_links=300 + back)
    put(0, page_=50, field_title=49, list_=10, list_links=90)
    finding = look(FieldSuccess())["7/3:1"]
    assert finding.state is State.DOWN
    assert (finding.evidence["links a list"]["share"], finding.evidence["links a list"]["cause"]) == (9.0, "shrunk")


def test_flags_that_are_mixed_otherwise_are_a_warning_with_what_moved(put: Put, look: Look) -> None:
    for back in range(1, 12):
        put(back, page_=100, field_title=99, document_=100, flag_promotion=5 + back % 3, flag_short=10)
    put(0, page_=100, field_title=99, document_=100, flag_promotion=60, flag_short=11)
    look(FieldSuccess())
    finding = look(FlagDrift())["7/3:1"]
    assert (finding.state, next(iter(finding.evidence))) == (State.WARN, "promotion")
    assert finding.evidence["promotion"]["now"] == 0.6


def test_flags_as_usual_are_fine_and_few_documents_say_nothing(put: Put, look: Look) -> None:
    for back in range(1, 12):
        put(back, page_=100, field_title=99, document_=100, flag_promotion=5 + back % 3)
    put(0, page_=100, field_title=99, document_=100, flag_promotion=9)
    look(FieldSuccess())
    assert look(FlagDrift())["7/3:1"].state is State.OK
    assert flags.judge({"promotion": (9, 10)}, {"promotion": Norm(6, 100, 0.01, 10)}) is None


def test_distance_of_equal_mixtures_is_none_and_of_opposite_ones_is_one() -> None:
    assert flags.distance({"a": 0.3}, {"a": 0.3}) == 0
    assert flags.distance({"a": 1.0}, {"b": 1.0}) == pytest.approx(1.0)
