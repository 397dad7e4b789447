from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError

from kit.adapters.sql import READ_ONLY, engine
from kit.clock import ManualClock
from kit.errors import BackendUnavailable, ConfigError
from kit.settings import Settings

CLOCK = ManualClock(datetime(2026, 11, 30, tzinfo=UTC))


@pytest.fixture
def database(tmp_path: Path, settings: Settings) -> Iterator[Engine]:
    built = engine(f"sqlite:///{tmp_path}/new/100% a?b.db", settings, CLOCK)
    with built.begin() as connection:
        connection.execute(text("CREATE TABLE parent (id INTEGER PRIMARY KEY)"))
        connection.execute(text("CREATE TABLE child (parent INTEGER REFERENCES parent (id), hits INTEGER)"))
    yield built
    built.dispose()


def test_the_sqlite_file_is_private_and_keeps_its_odd_name(database: Engine, tmp_path: Path) -> None:
    assert (tmp_path / "new" / "100% a?b.db").stat().st_mode & 0o777 == 0o600


def test_foreign_keys_are_checked_on_sqlite(database: Engine) -> None:
    with pytest.raises(IntegrityError), database.begin() as connection:
        connection.execute(text("INSERT INTO child VALUES (7, 0)"))


def test_a_failed_transaction_leaves_nothing_behind(database: Engine) -> None:
    with database.connect() as connection:
        connection.execute(text("CREATE TABLE other (id INTEGER)"))
        connection.execute(text("INSERT INTO parent VALUES (1)"))
        connection.rollback()
        names = connection.execute(text("SELECT name FROM sqlite_master WHERE name = 'other'")).all()
        assert (names, connection.execute(text("SELECT COUNT(*) FROM parent")).scalar()) == ([], 0)


def test_read_then_write_by_many_threads_loses_no_update(database: Engine) -> None:
    with database.begin() as connection:
        connection.execute(text("INSERT INTO child VALUES (NULL, 0)"))

    def count_one_up(_: int) -> None:
        with database.begin() as connection:
            hits = connection.execute(text("SELECT hits FROM child")).scalar_one()
            connection.execute(text("UPDATE child SET hits = :hits"), {"hits": hits + 1})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(count_one_up, range(40)))
    with database.connect() as connection:
        assert connection.execute(text("SELECT hits FROM child")).scalar() == 40


def test_a_read_only_session_does_not_wait_for_a_writer(database: Engine) -> None:
    reader = database.execution_options(**READ_ONLY)
    with database.begin() as writing, reader.connect() as reading:
        writing.execute(text("INSERT INTO parent VALUES (1)"))
        assert reading.execute(text("SELECT COUNT(*) FROM parent")).scalar() == 0


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("sqlite://", "expected sqlite:///folder/name.db"),
        ("mysql+pymysql://user:hush@", "names no host or no database"),
        ("mysql+pymysql://user:hush@host", "names no host or no database"),
        ("mysql+pymysql://user:hush@host:port/name", "expected mysql"),
    ],
)
def test_a_wrong_url_is_refused_naming_the_setting(settings: Settings, url: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=f"CATCHMENT_DATABASE_URL: .*{problem}") as caught:
        engine(url, settings, CLOCK)
    assert "hush" not in str(caught.value)


def test_a_server_that_is_not_there_is_named_without_the_password(settings: Settings) -> None:
    with pytest.raises(BackendUnavailable, match="CATCHMENT_DATABASE_URL: no answer from 127.0.0.1:1 ") as caught:
        engine("mysql+pymysql://user:hush@127.0.0.1:1/name", settings, CLOCK)
    assert "hush" not in str(caught.value)


def test_a_file_that_is_no_database_is_refused(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("just some text, and enough of it to be looked at" * 50)
    with pytest.raises(ConfigError, match="is not a SQLite database"):
        engine(f"sqlite:///{tmp_path}/text.db", settings, CLOCK)
