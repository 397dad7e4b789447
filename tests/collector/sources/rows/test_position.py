"""Where reading a table has come to, over tables that change while they are read (pure, with a table in memory)."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest

from collector.sources.model import Entry
from collector.sources.rows.discover import query_of
from collector.sources.rows.options import PullOptions
from collector.sources.rows.position import MAX_KNOWN, Position, less, minus
from kit.contracts.rows import packed
from kit.errors import ConfigError
from tests.collector.sources.kit import begin, discover, source_of

URL = "mysql://db.example:3306/cms/articles"
NOON = datetime.fromisoformat("2026-02-04T12:00:00")


@dataclass
class Table:
    """Rows in memory, read as a database would; `now` is its clock."""

    now: datetime = NOON
    rows: dict[int, datetime | int] = field(default_factory=dict)

    def put(self, key: int, cursor: datetime | int) -> None:
        self.rows[key] = cursor

    def batch(self, entry: Entry, **options: Any) -> bytes:
        query = query_of(PullOptions.model_validate(options), entry.state)
        at = sorted(((cursor, key) for key, cursor in self.rows.items()), key=lambda pair: (pair[0], pair[1]))
        pairs = [(packed(cursor), packed(key)) for cursor, key in at]
        found = [
            (pair, number)
            for number, pair in enumerate(pairs)
            if (query.after is None and not less(pair[0], query.start))
            or (
                query.after is not None
                and (less(query.after[0], pair[0]) or (pair[0] == query.after[0] and less(query.after[1], pair[1])))
            )
        ][: query.limit]
        rows = [
            {"id": at[number][1], "title": f"Row {at[number][1]}", "update_time": str(at[number][0])}
            for _, number in found
        ]
        body = {
            "rows": rows,
            "at": [pair for pair, _ in found],
            "now": packed(self.now),
            "more": len(found) == query.limit,
        }
        return json.dumps(body).encode()


@dataclass
class Reading:
    """Runs over a table; `got` is every row delivered, in order. A run may be cut short after some batches, or its end be lost."""

    table: Table
    options: dict[str, Any] = field(default_factory=lambda: {"batch_rows": 3, "overlap": 60})
    cursor: dict[str, str] = field(default_factory=dict)
    got: list[int] = field(default_factory=list)

    def run(self, batches: int = 1000, *, crash: bool = False) -> list[int]:
        source = source_of("TABLE", URL, **self.options)
        (entry,), before, cursor = begin(source, self.cursor), len(self.got), self.cursor
        for _ in range(batches):
            found = discover(
                source,
                self.table.batch(entry, **self.options),
                url=URL,
                content_type="application/json",
                state=entry.state,
            )
            self.got += [int(item.url.partition("#")[2]) for item in found.items]
            cursor = found.cursor
            if found.next_url is None:
                break
            entry = Entry(found.next_url, state=found.next_state)
        if not crash:
            self.cursor = cursor
        return self.got[before:]


def filled(count: int, step_s: float = 10) -> Table:
    table = Table()
    for key in range(1, count + 1):
        table.put(key, NOON - timedelta(seconds=step_s * (count - key)))
    return table


def test_every_row_comes_once_and_then_nothing() -> None:
    reading = Reading(filled(20))
    assert reading.run() == list(range(1, 21))
    assert reading.run() == []


def test_many_rows_with_equal_times_are_neither_lost_nor_doubled_also_over_several_runs() -> None:
    table = Table(rows=dict.fromkeys(range(1, 32), NOON))
    reading = Reading(table)
    while reading.run(batches=2):
        pass
    assert reading.got == list(range(1, 32))


def test_a_row_with_the_time_of_known_ones_that_comes_later_is_found() -> None:
    reading = Reading(Table(rows={5: NOON, 7: NOON}))
    reading.run()
    reading.table.put(3, NOON)
    reading.table.put(6, NOON)
    assert sorted(reading.run()) == [3, 6]


def test_a_late_row_within_the_overlap_is_found_and_one_beyond_it_is_not() -> None:
    reading = Reading(filled(20))
    reading.run()
    reading.table.put(101, NOON - timedelta(seconds=55))
    reading.table.put(102, NOON - timedelta(seconds=65))
    assert reading.run() == [101]


def test_a_changed_row_comes_again_also_when_its_time_stays() -> None:
    table = filled(4)
    reading = Reading(table)
    reading.run()
    table.put(2, NOON + timedelta(seconds=1))
    table.now += timedelta(seconds=5)
    assert reading.run() == [2]
    assert reading.run() == []


def test_rows_dated_ahead_are_taken_once_and_hide_none_that_are_written_now() -> None:
    reading = Reading(filled(5))
    reading.table.put(99, NOON + timedelta(days=400))
    assert reading.run()[-1] == 99
    for minute in range(1, 6):
        reading.table.now = NOON + timedelta(minutes=minute)
        reading.table.put(200 + minute, reading.table.now)
        assert reading.run() == [200 + minute]


def test_rows_written_behind_the_back_of_a_long_sweep_are_found_by_the_next() -> None:
    table = filled(30)
    reading = Reading(table)
    reading.run(batches=3)
    table.now = NOON + timedelta(hours=5)
    table.put(31, NOON + timedelta(hours=4))
    reading.run()
    table.put(500, NOON + timedelta(minutes=1))
    assert 500 in reading.run(), "it lies before what the sweep has reached, but after the time at which it began"


def test_a_run_whose_end_was_lost_is_read_again_from_where_it_began() -> None:
    reading = Reading(filled(20))
    reading.run(batches=2)
    lost = reading.run(batches=2, crash=True)
    again = reading.run()
    assert again[: len(lost)] == lost
    assert sorted(set(reading.got)) == list(range(1, 21))


def test_numbers_that_are_committed_late_are_found_within_the_overlap() -> None:
    table = Table(rows={number: number for number in range(1, 20) if number not in (8, 15)})
    reading = Reading(table, {"batch_rows": 4, "overlap": 10, "cursor_field": "id"})
    reading.run()
    table.put(8, 8)
    table.put(15, 15)
    assert reading.run() == [15]


def test_another_table_column_or_generation_begins_anew_and_another_overlap_does_not() -> None:
    reading = Reading(filled(6))
    reading.run()
    reading.options = {**reading.options, "overlap": 90}
    assert reading.run() == []
    reading.options = {**reading.options, "generation": 2}
    assert reading.run() == list(range(1, 7))


@pytest.mark.parametrize("seed", range(20))
def test_whatever_happens_no_row_is_lost_and_none_doubled_without_a_crash(seed: int) -> None:
    dice = random.Random(seed)
    table = Table()
    reading = Reading(table, {"batch_rows": dice.randint(1, 5), "overlap": 60})
    crashed = False
    for key in range(1, 120):
        table.now += timedelta(seconds=dice.choice((0, 0, 1, 20)))
        table.put(key, table.now - timedelta(seconds=dice.choice((0, 0, 5, 50))))
        if dice.random() < 0.3:
            crash = dice.random() < 0.2
            crashed = crashed or crash
            reading.run(batches=1000 if dice.random() < 0.7 else 8, crash=crash)
    reading.run()
    reading.run()
    assert set(reading.got) == set(table.rows)
    assert crashed or len(reading.got) == len(set(reading.got))


def test_what_is_remembered_is_bounded() -> None:
    table = Table(rows=dict.fromkeys(range(1, 3 * MAX_KNOWN), NOON))
    reading = Reading(table, {"batch_rows": 500, "overlap": 60})
    reading.run()
    assert len(Position.of(reading.cursor).known) == MAX_KNOWN
    assert len(json.dumps(reading.cursor)) < 60 * MAX_KNOWN


@pytest.mark.parametrize(
    "broken", [{"after": "{"}, {"after": "[1]"}, {"known": "[1,2]"}, {"after": '"ab"', "known": "7"}]
)
def test_a_position_that_cannot_be_read_is_the_beginning(broken: dict[str, str]) -> None:
    assert Position.of(broken) == Position() or Position.of(broken).after is None


def test_what_has_no_distance_stays_and_kinds_have_no_order() -> None:
    assert minus("s:abc", 5) == "s:abc"
    assert minus("t:0001-01-01T00:00:00.000000", 60) == "t:0001-01-01T00:00:00.000000"
    assert not less("i:1", "s:2")
    assert less("i:9", "i:10")


@pytest.mark.parametrize(
    "entry",
    [
        "mysql://u:p@db.example/cms/articles",
        "mysql://db.example/cms",
        "mysql://db.example/cms/articles?x=1",
        "mysql:///cms/a",
    ],
)
def test_an_entry_that_names_no_table_is_refused_without_repeating_it(entry: str) -> None:
    with pytest.raises(ConfigError, match="host:port/database/name") as caught:
        discover(source_of("TABLE", entry), b'{"rows":[],"at":[],"now":"t:2026-02-04T12:00:00.000000","more":false}')
    assert "p@" not in str(caught.value)
