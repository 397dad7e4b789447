"""Costs of a run, and what they make for a million documents."""

import sqlite3
from pathlib import Path

from tests.bench.costs import Costs, spent, stored_bytes


def test_costs_are_told_for_a_million_documents_dearest_role_first() -> None:
    rows = Costs(2000, {"ingest": 1.0, "collector": 9.0}, {"log": 4_000_000}).rows("run")
    assert [(row.measure, row.ours) for row in rows] == [
        ("run: processor time a million documents", 5000.0),
        ("  of it collector", 4500.0),
        ("  of it ingest", 500.0),
        ("  bytes in log", 2.0),
    ]


def test_a_run_without_documents_costs_nothing_that_could_be_told() -> None:
    assert Costs(0, {"ingest": 1.0}, {}).rows("run") == []


def test_only_what_was_spent_since_counts() -> None:
    assert spent({"ingest": 2.0}, {"ingest": 3.0, "cleaner": 1.0}) == {"ingest": 1.0, "cleaner": 1.0}


def test_bytes_still_in_the_write_ahead_log_count(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "log.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (x BLOB)")
    connection.execute("INSERT INTO t VALUES (zeroblob(1000000))")
    connection.commit()
    (tmp_path / "objects").mkdir()
    (tmp_path / "objects" / "a").write_bytes(b"123")
    sizes = stored_bytes(tmp_path)
    connection.close()
    assert 1_000_000 <= sizes["log"] < 1_100_000
    assert (sizes["index"], sizes["archive"], sizes["objects"]) == (0, 0, 3)
