from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kit.adapters.embedded.sqlite import Busy, Database, DiskFull
from kit.errors import BackendUnavailable, ConfigError

SCHEMA = ("CREATE TABLE IF NOT EXISTS thing (number INTEGER NOT NULL)",)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(f"sqlite:///{tmp_path}/new folder/a?b%20.db", "CATCHMENT_LOG_URL", SCHEMA)
    yield opened
    opened.close()


def numbers(database: Database) -> list[int]:
    with database.read() as connection:
        return [number for (number,) in connection.execute("SELECT number FROM thing ORDER BY number")]


def add(database: Database, number: int) -> None:
    with database.write() as connection:
        connection.execute("INSERT INTO thing VALUES (?)", (number,))


def test_the_file_is_made_in_a_new_folder_for_its_owner_alone(database: Database) -> None:
    assert database.path.name == "a?b%20.db"
    assert database.path.stat().st_mode & 0o777 == 0o600


def test_an_error_inside_a_write_undoes_it(database: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError), database.write() as connection:
        connection.executemany("INSERT INTO thing VALUES (?)", [(1,), (None,)])
    assert numbers(database) == []


def test_a_reader_sees_one_state_while_others_write(database: Database) -> None:
    add(database, 1)
    with database.read() as connection:
        count = "SELECT COUNT(*) FROM thing"
        before = connection.execute(count).fetchone()
        add(database, 2)
        assert connection.execute(count).fetchone() == before
    assert numbers(database) == [1, 2]


def test_threads_write_one_after_the_other(database: Database) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: add(database, number), range(40)))
    assert numbers(database) == list(range(40))


def test_a_write_waits_for_another_program_only_as_long_as_asked(database: Database) -> None:
    other = sqlite3.connect(database.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy, match="another process is writing"), database.write(timeout_s=0.01):
        pass
    other.close()
    add(database, 1)
    assert numbers(database) == [1]


def test_a_write_waits_for_another_thread_only_as_long_as_asked(database: Database) -> None:
    with database.write(), pytest.raises(Busy, match=r"for 0\.01 s"), database.write(timeout_s=0.01):
        pass


def test_a_full_disk_is_named_and_undoes_the_write(database: Database) -> None:
    add(database, 1)
    with database.read() as connection:
        connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(DiskFull, match="make room"), database.write() as connection:
        connection.executemany("INSERT INTO thing VALUES (?)", [(number,) for number in range(5000)])
    assert numbers(database) == [1]


def test_a_file_that_is_no_database_is_refused_naming_the_setting(tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("no database at all, but long enough to be looked at as one" * 20)
    with pytest.raises(ConfigError, match="CATCHMENT_LOG_URL: .*text.db is not a SQLite database"):
        Database(f"sqlite:///{path}", "CATCHMENT_LOG_URL", SCHEMA)


def test_a_folder_that_cannot_be_made_is_refused_naming_the_setting(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="CATCHMENT_LOG_URL: cannot create"):
        Database(f"sqlite:///{tmp_path}/file/x.db", "CATCHMENT_LOG_URL", SCHEMA)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "mysql://x/y"])
def test_a_url_without_a_file_is_refused(url: str) -> None:
    with pytest.raises(ConfigError, match="CATCHMENT_LOG_URL"):
        Database(url, "CATCHMENT_LOG_URL", SCHEMA)


def test_a_file_removed_while_in_use_does_not_come_back_empty(database: Database) -> None:
    with database.read(), database.read():
        database.path.unlink()
        with pytest.raises(BackendUnavailable), database.read():
            pass
    assert not database.path.exists()


def test_a_mistake_in_a_statement_stays_visible(database: Database) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"), database.read() as connection:
        connection.execute("SELECT * FROM missing")


def test_a_closed_database_says_so(database: Database) -> None:
    database.close()
    with pytest.raises(BackendUnavailable, match="closed"):
        numbers(database)
