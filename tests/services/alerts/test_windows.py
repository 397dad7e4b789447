"""When maintenance holds, in its own zone and over changes of the clock; what explains what; when the platform is at fault."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import InvalidInput
from services.alerts.gate import shut
from services.alerts.tree import Node, Tree
from services.alerts.windows import fits, holds, occurrence
from services.zones import zone


@dataclass
class Window:
    timezone: str = "UTC"
    days: str = ""
    start_min: int = 0
    minutes: int = 0
    starts_at: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    ends_at: datetime | None = datetime(2028, 1, 1, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def test_window_of_monday_evening_in_shanghai_holds_by_that_clock() -> None:
    window = Window("Asia/Shanghai", "0", 20 * 60, 60)
    assert holds(window, at("2026-11-30T20:30+08:00"))
    assert not holds(window, at("2026-11-30T21:00+08:00"))
    assert not holds(window, at("2026-12-01T20:30+08:00"))


@pytest.mark.parametrize(
    ("place", "day"),
    [
        ("Europe/Berlin", "2026-03-29"), ("Europe/Berlin", "2026-10-25"), ("America/New_York", "2026-03-08"),
        ("America/New_York", "2026-11-01"), ("Australia/Lord_Howe", "2026-04-05"), ("Australia/Lord_Howe", "2026-10-04"),
        ("Asia/Kathmandu", "2026-10-25"),
    ],
)  # fmt: skip
def test_nightly_window_holds_once_and_for_its_length_when_clocks_change(place: str, day: str) -> None:
    window = Window(place, "0123456", 2 * 60 + 30, 90)
    start = datetime.fromisoformat(day).replace(tzinfo=zone(place)).astimezone(UTC)
    held = [minute for minute in range(24 * 60) if holds(window, start + timedelta(minutes=minute))]
    assert len(held) == 90
    assert held == list(range(held[0], held[0] + 90))


def test_window_over_midnight_belongs_to_the_day_it_began_on() -> None:
    window = Window("UTC", "6", 23 * 60, 120)
    found = occurrence(window, at("2026-11-30T00:30+00:00"))
    assert found == (at("2026-11-29T23:00+00:00"), at("2026-11-30T01:00+00:00"))


def test_zone_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidInput):
        zone("../etc/passwd")


@dataclass
class Fields:
    id: int = 1
    incident_id: int | None = None
    check_key: str = ""
    slice: str = ""
    subject_id: str = ""
    owner: str = ""
    label: str = ""
    labels: tuple[str, ...] = ()


def test_silence_fits_what_agrees_in_every_field_that_it_gives() -> None:
    alert = Fields(check_key="source.failures", slice="source", subject_id="7", owner="anna", labels=("news",))
    assert fits(Fields(), alert)
    assert fits(Fields(owner="anna", label="news"), alert)
    assert not fits(Fields(owner="anna", label="video"), alert)
    assert not fits(Fields(incident_id=2), alert)


SERVER = Node(1, "server.roles", "server", "role", "collector", "down")
RATE = Node(2, "collection.success_rate", "collection", "ledger", "windows", "down")
SOURCE = Node(3, "source.failures", "source", "source", "7", "down")
FIELD = Node(4, "quality.field_success", "quality", "template", "7/2", "warn")


def test_the_highest_cause_explains_and_nothing_explains_itself() -> None:
    tree = Tree([FIELD, SOURCE, RATE, SERVER])
    assert [tree.parent(node) for node in (SERVER, RATE, SOURCE, FIELD)] == [None, SERVER, SERVER, SERVER]
    tree = Tree([FIELD, SOURCE])
    assert [tree.parent(node) for node in (SOURCE, FIELD)] == [None, SOURCE]
    assert Tree([SOURCE]).parent(FIELD._replace(subject_id="8/2")) is None


def test_one_process_that_stands_still_explains_what_is_late_but_not_what_fails() -> None:
    stalled = Node(9, "server.taking", "server", "process", "collector a", "down")
    late = SOURCE._replace(check_key="source.staleness", subject_id="8")
    tree = Tree([stalled, SOURCE, late])
    assert (tree.parent(late), tree.parent(SOURCE), tree.parent(stalled)) == (stalled, None, None)


@given(st.permutations([SERVER, RATE, SOURCE, FIELD]))
def test_order_in_which_alerts_are_known_changes_nothing(nodes: list[Node]) -> None:
    tree, same = Tree(nodes), Tree([SERVER, RATE, SOURCE, FIELD])
    assert [tree.parent(node) for node in nodes] == [same.parent(node) for node in nodes]


def test_few_sources_are_never_the_platform_and_the_gate_opens_below_half() -> None:
    assert not shut(9, 20, before=False)
    assert not shut(100, 1000, before=False)
    assert shut(200, 1000, before=False)
    assert shut(100, 1000, before=True)
    assert not shut(99, 1000, before=True)
