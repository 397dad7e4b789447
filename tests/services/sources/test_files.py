"""Files of sources as operations: a dry run with a report for each row, then what it said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from kit.errors import InvalidInput
from kit.vault import Vault
from services.sources.transfer import Format, read_rows
from tests.services.sources.test_operations import seen, sources, undo, work

if TYPE_CHECKING:
    from tests.services.conftest import Desk, MemoryCache

ROW = {"source_type": "COLUMN", "name": "A", "entry_url": "https://a.test/", "cron_expr": "@daily"}


def load(desk: Desk, rows: Any, form: Format = "json") -> int:
    text = rows if isinstance(rows, str) else json.dumps(rows)
    with desk() as services:
        vault = Vault.of(desk.ports.settings)
        return services.operations.load(read_rows(form, text), "list", vault, actor="li").id


def items(desk: Desk, number: int) -> list[tuple[str, str, dict[str, str]]]:
    with desk() as services:
        return [(one.name, one.result, one.problems) for one in services.operations.items(number).items]


def start(desk: Desk, number: int) -> None:
    with desk() as services:
        services.operations.start(number, actor="li")
    work(desk, number)


def test_the_dry_run_says_what_would_become_of_each_row_and_changes_nothing(desk: Desk, cache: MemoryCache) -> None:
    with desk() as services:
        services.sources.create({**ROW, "priority": 9}, actor="w")
        services.sources.create({**ROW, "entry_url": "https://same.test/", "name": "Same"}, actor="w")
    before = sources(desk)
    rows = [
        {**ROW, "priority": 1},
        {**ROW, "entry_url": "https://same.test/", "name": "Same"},
        {**ROW, "entry_url": "https://new.test/", "name": "New"},
        {**ROW, "entry_url": "https://bad.test/", "cron_expr": "61 * * * *", "priority": 12},
        {**ROW, "entry_url": "https://NEW.test:443/#x", "name": "Again"},
        {**ROW, "entry_url": "https://t.test/", "template": "nowhere"},
    ]
    number = load(desk, rows)
    checked = work(desk, number)
    assert (checked.state, checked.done, checked.same, checked.refused) == ("ready", 2, 1, 3)
    report = items(desk, number)
    assert [result for _, result, _ in report] == ["update", "same", "create", "refused", "refused", "refused"]
    assert set(report[3][2]) == {"cron_expr", "priority"}
    assert report[4][2] == {"entry_url": "row 3 is about the same source"}
    assert "no template named" in report[5][2]["template"]
    assert sources(desk) == before
    assert len(cache.sources) == 2


def test_the_start_does_what_the_dry_run_said_and_undo_takes_it_back(desk: Desk) -> None:
    with desk() as services:
        known = services.sources.create({**ROW, "priority": 9}, actor="w").id
    number = load(desk, [{**ROW, "priority": 1}, {**ROW, "entry_url": "https://new.test/"}, {**ROW, "entry_url": "x"}])
    checked = work(desk, number)
    start(desk, number)
    ended = seen(desk, number)
    assert (ended.done, ended.same, ended.refused) == (checked.done, checked.same, checked.refused) == (2, 0, 1)
    assert [one.priority for one in sources(desk).values()] == [1, 5]
    assert undo(desk, number).done == 2
    assert {one: source.priority for one, source in sources(desk).items()} == {known: 9}


def test_headers_of_a_file_are_sealed_while_they_wait(desk: Desk, cache: MemoryCache) -> None:
    text = 'source_type,name,entry_url,headers\r\nCOLUMN,A,https://a.test/,"{""X-Key"": ""top-secret-word""}"\r\n'
    number = load(desk, text, "csv")
    work(desk, number)
    with desk() as services:
        held = services.session.connection().exec_driver_sql("SELECT * FROM source_operation_item").all()
    assert "top-secret-word" not in str(held)
    start(desk, number)
    (config,) = cache.sources.values()
    assert Vault.of(desk.ports.settings).header(config.headers["X-Key"]) == "top-secret-word"


@pytest.mark.parametrize(("form", "body"), [("csv", b"\xff\xfe"), ("json", b"{"), ("json", b"[1]"), ("opml", b"x")])
def test_a_file_that_cannot_be_read_is_refused_as_a_whole(form: Format, body: bytes) -> None:
    with pytest.raises(InvalidInput):
        read_rows(form, body)


def test_a_file_without_rows_is_refused(desk: Desk) -> None:
    with desk() as services, pytest.raises(InvalidInput, match="no row"):
        services.operations.load([], "empty.csv", Vault(()), actor="li")
