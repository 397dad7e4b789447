"""The database engine on a real MariaDB: how it is set up, and what it says when it cannot be used."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from kit.adapters import sql
from kit.adapters.sql import engine
from kit.clock import SystemClock
from kit.errors import BackendUnavailable, ConfigError
from kit.settings import Settings
from tests.stack.child import free_port
from tests.stack.mariadb import PASSWORD, MariaDb

pytestmark = [pytest.mark.stack, pytest.mark.timeout(120)]


@pytest.fixture
def opened(mariadb: MariaDb, settings: Settings) -> Iterator[Engine]:
    built = engine(mariadb.database("engine"), settings, SystemClock())
    yield built
    built.dispose()


def test_sessions_are_strict_read_committed_and_in_utc(opened: Engine) -> None:
    with opened.connect() as connection:
        row = connection.execute(text("SELECT @@time_zone, @@tx_isolation, @@sql_mode, @@character_set_client")).one()
    assert (row[0], row[1], row[3]) == ("+00:00", "READ-COMMITTED", "utf8mb4")
    assert "STRICT_TRANS_TABLES" in row[2]


def test_any_character_is_kept_and_what_is_too_long_is_refused(opened: Engine) -> None:
    with opened.begin() as connection:
        connection.execute(text("CREATE TEMPORARY TABLE t (v VARCHAR(4)) CHARACTER SET utf8mb4"))
        connection.execute(text("INSERT INTO t VALUES ('𠮷野家😀')"))
        assert connection.scalar(text("SELECT v FROM t")) == "𠮷野家😀"
        with pytest.raises(DBAPIError, match="Data too long"):
            connection.execute(text("INSERT INTO t VALUES ('12345')"))


def test_a_wrong_password_or_database_names_the_setting_and_not_the_password(
    mariadb: MariaDb, settings: Settings
) -> None:
    for url in (mariadb.url.replace(PASSWORD, "hidden"), mariadb.url.replace(":test-only@", ":x@")):
        with pytest.raises(ConfigError, match="CATCHMENT_DATABASE_URL: .* refused user 'catchment'") as caught:
            engine(url, settings, SystemClock())
        assert "hidden" not in str(caught.value)
    with pytest.raises(ConfigError, match="CATCHMENT_DATABASE_URL: .*'nowhere'"):
        engine(mariadb.url.rsplit("/", 1)[0] + "/nowhere", settings, SystemClock())


def test_a_server_that_is_too_old_is_named_with_the_version_that_is_needed(
    mariadb: MariaDb, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql, "OLDEST_MARIADB", (99, 1))
    with pytest.raises(
        ConfigError, match=r"CATCHMENT_DATABASE_URL: the server is MariaDB \d+\.\d+; 99\.1 or newer is needed"
    ):
        engine(mariadb.url, settings, SystemClock())


def test_an_address_without_a_server_is_one_clear_sentence(settings: Settings) -> None:
    port = free_port()
    with pytest.raises(BackendUnavailable, match=rf"CATCHMENT_DATABASE_URL: no answer from 127\.0\.0\.1:{port}"):
        engine(f"mysql+pymysql://u:p@127.0.0.1:{port}/d", settings, SystemClock())


def test_what_was_committed_survives_a_kill_and_the_pool_finds_the_server_again(
    mariadb: MariaDb, opened: Engine
) -> None:
    with opened.begin() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS kept (id INT PRIMARY KEY)"))
        connection.execute(text("DELETE FROM kept"))
    for number in range(20):
        with opened.begin() as connection:
            connection.execute(text("INSERT INTO kept VALUES (:n)"), {"n": number})
    mariadb.kill()
    mariadb.start()
    with opened.connect() as connection:
        assert connection.scalar(text("SELECT COUNT(*) FROM kept")) == 20
