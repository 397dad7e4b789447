"""What every RowReader does, on a real server with a table or collection that the test fills."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Protocol

import pytest

from kit.contracts.rows import RowBatch, RowPlace, RowQuery, packed
from kit.errors import BackendUnavailable, ConfigError, InvalidInput
from kit.ports.rows import RowReader
from tests.stack.child import free_port

NOON = datetime.fromisoformat("2026-02-04T12:00:00.250000")


class Foreign(Protocol):
    """A table with a key, `update_time`, `title` and `body`."""

    place: RowPlace
    reader: RowReader
    key: str

    def fill(self, rows: Sequence[dict[str, Any]]) -> None:
        """Empties it and writes rows: id (int), update_time (datetime or None), title, body."""


def rows_of(count: int, step_s: float = 1.0) -> list[dict[str, Any]]:
    return [
        {"id": n, "update_time": NOON + timedelta(seconds=step_s * n), "title": f"Zeile {n} 闸门", "body": "text"}
        for n in range(count)
    ]


class RowsSuite:
    def read(self, foreign: Foreign, **query: Any) -> RowBatch:
        return foreign.reader.read(foreign.place, RowQuery("update_time", foreign.key, **query))

    def ids(self, foreign: Foreign, **query: Any) -> list[int]:
        return [row[foreign.key] for row in self.read(foreign, **query).rows]

    def test_batches_behind_each_other_give_every_row_once_also_at_equal_times(self, foreign: Foreign) -> None:
        foreign.fill(rows_of(23, step_s=0))
        got: list[int] = []
        batch = self.read(foreign, limit=5)
        got += [row[foreign.key] for row in batch.rows]
        while batch.more:
            batch = self.read(foreign, limit=5, after=batch.at[-1])
            got += [row[foreign.key] for row in batch.rows]
        assert got == list(range(23))

    def test_a_start_is_inclusive_to_the_millisecond(self, foreign: Foreign) -> None:
        foreign.fill(rows_of(6))
        start = NOON + timedelta(seconds=3)
        assert self.ids(foreign, start=packed(start)) == [3, 4, 5]
        assert self.ids(foreign, start=packed(start + timedelta(milliseconds=1))) == [4, 5]

    def test_rows_come_as_json_with_their_places_and_the_servers_time(self, foreign: Foreign) -> None:
        foreign.fill(rows_of(1))
        batch = self.read(foreign)
        assert json.loads(json.dumps(batch.rows))[0]["title"] == "Zeile 0 闸门"
        assert batch.rows[0]["update_time"].startswith("2026-02-04T12:00:00.25")
        assert batch.at == ((packed(NOON), packed(0)),)
        assert batch.now.startswith("t:20")
        assert not batch.more

    def test_rows_without_a_cursor_value_are_left_out(self, foreign: Foreign) -> None:
        foreign.fill([*rows_of(2), {"id": 9, "update_time": None, "title": "t", "body": ""}])
        assert self.ids(foreign) == [0, 1]

    def test_a_batch_is_cut_at_its_bytes_and_goes_on(self, foreign: Foreign) -> None:
        foreign.fill([{**row, "body": "x" * 100_000} for row in rows_of(12)])
        batch = self.read(foreign, max_bytes=250_000)
        assert (len(batch.rows), batch.more) == (3, True)
        assert self.ids(foreign, after=batch.at[-1])[0] == 3

    def test_an_empty_table_is_an_empty_batch(self, foreign: Foreign) -> None:
        foreign.fill([])
        assert self.read(foreign).rows == ()

    def test_numbers_can_be_the_cursor(self, foreign: Foreign) -> None:
        foreign.fill(rows_of(8))
        query = RowQuery(foreign.key, foreign.key, after=(packed(4), packed(4)))
        assert [row[foreign.key] for row in foreign.reader.read(foreign.place, query).rows] == [5, 6, 7]

    def test_a_wrong_password_is_the_operators_and_not_repeated(self, foreign: Foreign) -> None:
        if not foreign.place.user:
            pytest.skip("this server knows no users")
        with pytest.raises(ConfigError) as caught:
            foreign.reader.read(
                replace(foreign.place, password="wrong-and-secret"), RowQuery("update_time", foreign.key)
            )
        assert "wrong-and-secret" not in str(caught.value)
        assert foreign.place.host in str(caught.value)

    def test_a_server_that_is_away_is_away(self, foreign: Foreign) -> None:
        with pytest.raises(BackendUnavailable):
            foreign.reader.read(
                replace(foreign.place, port=free_port(), seconds=1.0), RowQuery("update_time", foreign.key)
            )

    def test_a_position_that_is_none_is_refused(self, foreign: Foreign) -> None:
        with pytest.raises(InvalidInput):
            self.read(foreign, start="x:1; DROP TABLE t")

    def test_a_password_is_not_in_the_text_of_its_place(self, foreign: Foreign) -> None:
        assert "hush-hush" not in repr(replace(foreign.place, password="hush-hush"))
