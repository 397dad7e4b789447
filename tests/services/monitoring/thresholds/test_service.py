"""Thresholds: the most specific one decides, nothing is forgotten, and a value can be tried on the days that were."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from kit.clock import ManualClock
from kit.errors import Conflict, InvalidInput
from services.audit.service import AuditService
from services.db import Database
from services.monitoring.base import State
from services.monitoring.quality import repository as quality
from services.monitoring.quality.checks.field_success import FieldSuccess
from services.monitoring.source.checks.failures import FailuresInARow
from services.monitoring.thresholds import resolve
from services.monitoring.thresholds.knobs import FAILURES, FIELDS
from services.monitoring.thresholds.schemas import NewThreshold
from services.monitoring.thresholds.service import ThresholdService
from tests.services.monitoring.conftest import Look

DAY = date(2026, 11, 30)


def wanted(
    value: float, level: str = "global", name: str = "warn", check_key: str = FAILURES, **more: Any
) -> NewThreshold:
    return NewThreshold(check_key, name, level, value, "anna", "quiet nights", **more)


def service(session: Session, clock: ManualClock) -> ThresholdService:
    return ThresholdService(session, clock, AuditService(session, clock))


def put(database: Database, clock: ManualClock, *all_: NewThreshold) -> None:
    with database.session() as session:
        for one in all_:
            service(session, clock).set(one, actor="li")


def days(database: Database, source: int, shares: dict[int, int]) -> None:
    """50 pages a day, so many of them with a title, by days back."""
    rows = [
        {"day": DAY - timedelta(days=back), "source_id": source, "template_version": "1:1", "kind": kind, "name": name,
         "events": events}
        for back, share in shares.items() for kind, name, events in (("page", "", 50), ("field", "title", share))
    ]  # fmt: skip
    with database.session() as session:
        quality.count(session, rows)


def test_field_comes_before_source_before_kind_before_all(
    database: Database, clock: ManualClock, add_source: Callable[..., int]
) -> None:
    one, other = add_source("one"), add_source("other", source_type="WEB")
    put(
        database, clock, wanted(0.1, name="drop", check_key=FIELDS), wanted(0.2, "kind", "drop", FIELDS, kind="COLUMN"),
        wanted(0.3, "source", "drop", FIELDS, source_id=one),
        wanted(0.4, "field", "drop", FIELDS, source_id=one, field="author"),
    )  # fmt: skip
    with database.session() as session:
        found = resolve.of_check(session, FIELDS, clock.now())
    assert [found.value("drop", one, "author"), found.value("drop", one, "title")] == [0.4, 0.3]
    assert [found.value("drop", other), found.value("samples", one)] == [0.1, 20]


def test_a_new_value_ends_the_old_one_and_both_stay_as_history(database: Database, clock: ManualClock) -> None:
    put(database, clock, wanted(5))
    clock.advance(60)
    put(database, clock, wanted(6))
    with database.session() as session:
        new, old = service(session, clock).entries()
        assert (new.value, new.holds, old.value, old.holds, old.ended_by) == (6, True, 5, False, "li")
        service(session, clock).end(new.id, actor="anna")
        assert resolve.of_check(session, FAILURES, clock.now()).value("warn") == 3
        with pytest.raises(Conflict):
            service(session, clock).end(new.id, actor="anna")


def test_a_value_expires_by_itself(
    database: Database, clock: ManualClock, add_source: Callable[..., int], look: Look
) -> None:
    source = add_source(fail_count=3, last_failure_at=clock.now())
    put(database, clock, wanted(4, "source", source_id=source, days=2), wanted(20, name="down"))
    assert look(FailuresInARow())[str(source)].state is State.OK
    clock.advance(2 * 86_400 + 1)
    assert look(FailuresInARow())[str(source)].state is State.WARN


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"value": 0}, "value"), ({"name": "nothing"}, "name"), ({"level": "kind"}, "kind"), ({"level": "source"}, "source_id"),
        ({"level": "field", "source_id": 1, "field": "x"}, "field"), ({"owner": " "}, "owner"), ({"reason": ""}, "reason"),
        ({"level": "all"}, "level"), ({"days": -1}, "days"), ({"value": float("nan")}, "value"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_at_its_field(
    database: Database, clock: ManualClock, change: dict[str, Any], field: str
) -> None:
    fields = {name: getattr(wanted(5), name) for name in NewThreshold.__struct_fields__}
    with database.session() as session, pytest.raises(InvalidInput) as refused:
        service(session, clock).set(NewThreshold(**{**fields, **change}), actor="li")
    assert refused.value.field == field


def test_field_that_nobody_watches_alarms_no_more(database: Database, clock: ManualClock, look: Look) -> None:
    days(database, 7, {0: 0} | dict.fromkeys(range(1, 15), 48))
    assert look(FieldSuccess())["7/1:1"].state is State.DOWN
    put(database, clock, wanted(0, "field", "watched", FIELDS, source_id=7, field="title"))
    assert look(FieldSuccess())["7/1:1"].state is State.UNKNOWN


def test_a_value_is_tried_on_the_days_that_were(database: Database, clock: ManualClock) -> None:
    days(database, 7, dict.fromkeys(range(1, 59), 48) | {5: 33, 15: 0, 16: 0})
    with database.session() as session:
        tried = service(session, clock).try_out(wanted(0.5, "source", "drop", FIELDS, source_id=7))
        assert (tried.days, tried.sources, tried.fired, tried.present) == (30, 1, 1, 2)
        assert service(session, clock).try_out(wanted(5)).fired is None
