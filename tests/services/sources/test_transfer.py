"""Sources in bulk, out and in."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from kit.errors import InvalidInput
from services.bundle import Services

if TYPE_CHECKING:
    from tests.services.conftest import Desk, MemoryCache

HEADER = "source_type,name,entry_url,cron_expr,labels,priority\r\n"


def fill(services: Services) -> None:
    base = {"source_type": "COLUMN", "cron_expr": "*/10 * * * *"}
    services.sources.create(
        {**base, "name": "=cmd|' /C calc'!A0", "entry_url": "https://a.test/", "labels": ["x", "y"], "rate": 0.5},
        actor="w",
    )
    services.sources.create(
        {**base, "name": "'quoted', 「新闻」\u2028", "entry_url": "https://b.test/", "options": {"max_pages": 2}},
        actor="w",
    )
    services.sources.create(
        {**base, "name": "-1", "entry_url": "https://c.test/", "language": "zh", "status": 2}, actor="w"
    )


def rows(report: Any) -> list[tuple[str, str]]:
    return [(row.action, row.name) for row in report.rows]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_what_was_exported_reads_back_without_a_change(desk: Desk, form: Any) -> None:
    with desk() as services:
        fill(services)
        text = "".join(services.transfer.export(form))
        report = services.transfer.load(form, text, actor="li", dry_run=False)
    assert [row.action for row in report.rows] == ["same", "same", "same"]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_exported_file_makes_equal_sources_in_another_database(desk: Desk, form: Any) -> None:
    with desk() as services:
        fill(services)
        text = "".join(services.transfer.export(form))
        before = [
            (one.name, one.labels, one.options, one.headers, one.rate, one.status) for one in services.sources.each()
        ]
        for one in list(services.sources.each()):
            services.sources.delete(one.id, actor="w")
        report = services.transfer.load(form, text, actor="li", dry_run=False)
        after = [
            (one.name, one.labels, one.options, one.headers, one.rate, one.status) for one in services.sources.each()
        ]
    assert report.count("create") == 3
    assert after == before


def test_no_exported_cell_begins_like_a_formula(desk: Desk) -> None:
    with desk() as services:
        fill(services)
        text = "".join(services.transfer.export("csv"))
    cells = [cell for line in csv.reader(io.StringIO(text.removeprefix("\ufeff"))) for cell in line]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert "'-1" in cells


def test_dry_run_reports_and_writes_nothing(desk: Desk, cache: MemoryCache) -> None:
    text = (
        HEADER
        + "COLUMN,A,https://a.test/,@daily,,\r\nCOLUMN,,https://b.test/,99 * * * *,,12\r\nTELEX,C,https://c.test/,,,\r\n"
    )
    with desk() as services:
        report = services.transfer.load("csv", text, actor="li", dry_run=True)
    assert report.dry_run
    assert rows(report) == [("create", "A"), ("error", ""), ("error", "C")]
    assert set(report.rows[1].problems) == {"name", "cron_expr", "priority"}
    assert "COLUMN" in report.rows[2].problems["source_type"]
    assert cache.sources == {}
    with desk() as services:
        services.session.flush()
        assert services.sources.page().total == 0
        assert services.audit.page().total == 0


def test_bad_row_leaves_the_others_alone(desk: Desk, cache: MemoryCache) -> None:
    text = HEADER + 'COLUMN,A,https://a.test/,@daily,"x, y",\r\nCOLUMN,B,nowhere,,,\r\nCOLUMN,A2,https://A.test,,,3\r\n'
    with desk() as services:
        report = services.transfer.load("csv", text, actor="li", dry_run=False)
    assert rows(report) == [("create", "A"), ("error", "B"), ("update", "A2")]
    with desk() as services:
        (one,) = services.sources.page().items
    assert (one.name, one.labels, one.priority, one.cron_expr) == ("A2", (), 3, "")
    assert list(cache.sources) == [one.id]


def test_missing_columns_keep_their_values(desk: Desk) -> None:
    with desk() as services:
        fill(services)
        report = services.transfer.load(
            "csv", "entry_url,source_type,priority\nhttps://a.test/,column,1\n", actor="li", dry_run=False
        )
        one = services.sources.page().items[0]
    assert rows(report) == [("update", one.name)]
    assert (one.priority, one.labels, one.rate, one.cron_expr) == (1, ("x", "y"), 0.5, "*/10 * * * *")


def test_template_that_is_not_there_is_named(desk: Desk) -> None:
    row = {"source_type": "COLUMN", "name": "A", "entry_url": "https://a.test/", "template": "Harbour"}
    with desk() as services:
        report = services.transfer.load("json", json.dumps([row]), actor="li", dry_run=False)
    assert report.rows[0].problems == {"template": "there is no template named 'Harbour'"}


@pytest.mark.parametrize(
    ("form", "text", "words"),
    [
        ("csv", "name,entry_url\nA,https://a.test/\n", "'source_type' is missing"),
        ("csv", "source_type,entry_url,colour\n", "unknown column 'colour'"),
        ("csv", 'source_type,entry_url\nCOLUMN,"https://a', "not valid CSV"),
        ("csv", "", "is missing"),
        ("json", "{", "not valid JSON"),
        ("json", '{"a": 1}', "list of objects"),
        ("json", "[1]", "list of objects"),
        ("json", "[" * 100_000, "not valid JSON"),
    ],
)
def test_unreadable_file_is_refused_as_a_whole(desk: Desk, form: Any, text: str, words: str) -> None:
    with desk() as services, pytest.raises(InvalidInput, match=words):
        services.transfer.load(form, text, actor="li", dry_run=False)


def test_bad_json_in_a_cell_is_the_problem_of_its_row(desk: Desk) -> None:
    with desk() as services:
        report = services.transfer.load(
            "csv", "source_type,entry_url,name,options\nCOLUMN,https://a.test/,A,{\n", actor="li", dry_run=False
        )
    assert set(report.rows[0].problems) == {"options"}


def test_empty_export_is_a_valid_file(desk: Desk) -> None:
    with desk() as services:
        assert json.loads("".join(services.transfer.export("json"))) == []
        assert (
            services.transfer.load("csv", "".join(services.transfer.export("csv")), actor="w", dry_run=False).rows == ()
        )
