"""Transactions, hooks, column types, cursors."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import IntegrityError

from kit.errors import BackendUnavailable, ConfigError, InvalidInput
from services import paging
from services.db import Database, after_commit, rehearsal
from services.orm import LabelSet, UtcDateTime, UtcOrNever

NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)


def holders(database: Database) -> list[str]:
    with database.session(read_only=True) as session:
        return list(session.scalars(text("SELECT name FROM lease ORDER BY name")))


def insert(name: str) -> str:
    return f"INSERT INTO lease VALUES ('{name}', '', 0, 0, '2026-11-30 12:00:00')"


def test_block_that_ends_is_committed_and_then_runs_its_hooks(database: Database) -> None:
    seen: list[list[str]] = []
    with database.session() as session:
        session.execute(text(insert("a")))
        after_commit(session, lambda: seen.append(holders(database)))
        assert seen == []
    assert seen == [["a"]]


def test_block_that_raises_is_rolled_back_and_its_hooks_are_dropped(database: Database) -> None:
    seen: list[int] = []

    def fail() -> None:
        with database.session() as session:
            session.execute(text(insert("a")))
            after_commit(session, lambda: seen.append(1))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert (holders(database), seen) == ([], [])


def test_hook_that_cannot_reach_its_backend_does_not_undo_or_stop_the_others(database: Database) -> None:
    seen: list[int] = []

    def broken() -> None:
        raise BackendUnavailable("redis is away")

    with database.session() as session:
        session.execute(text(insert("a")))
        after_commit(session, broken)
        after_commit(session, lambda: seen.append(1))
    assert (holders(database), seen) == (["a"], [1])


def test_read_only_session_is_never_committed_and_tells_the_engine(database: Database) -> None:
    with database.session(read_only=True) as session:
        assert session.connection().get_execution_options()["catchment_read_only"] is True
        session.execute(text(insert("a")))
    assert holders(database) == []


def test_rehearsal_undoes_rows_and_hooks_but_not_what_came_before(database: Database) -> None:
    seen: list[str] = []
    with database.session() as session:
        session.execute(text(insert("before")))
        after_commit(session, lambda: seen.append("before"))
        with rehearsal(session):
            session.execute(text(insert("inside")))
            after_commit(session, lambda: seen.append("inside"))
        session.execute(text(insert("later")))
    assert (holders(database), seen) == (["before", "later"], ["before"])


def test_database_that_does_not_answer_is_a_retriable_error(tmp_path: Path) -> None:
    database = Database(create_engine(f"sqlite:///{tmp_path}/no/such/folder/x.db"))
    with pytest.raises(BackendUnavailable), database.session() as session:
        session.execute(text("SELECT 1"))


def test_database_that_was_not_migrated_says_what_to_run(tmp_path: Path) -> None:
    database = Database(create_engine(f"sqlite:///{tmp_path}/x.db"))
    with pytest.raises(ConfigError, match="catchment migrate"), database.session() as session:
        session.execute(text(insert("a")))


def test_mistake_in_a_statement_is_not_taken_for_an_absent_database(database: Database) -> None:
    with database.session() as session:
        session.execute(text(insert("a")))
    with pytest.raises(IntegrityError), database.session() as session:
        session.execute(text(insert("a")))


def test_naive_datetimes_are_refused_and_zones_become_utc(engine: Engine) -> None:
    dialect = engine.dialect
    with pytest.raises(ValueError, match="naive"):
        UtcDateTime().process_bind_param(datetime(2026, 1, 1), dialect)
    bound = UtcDateTime().process_bind_param(datetime.fromisoformat("2026-11-30T20:00:00.123456+08:00"), dialect)
    assert bound == datetime(2026, 11, 30, 12, 0, 0, 123000)
    assert UtcDateTime().process_result_value(bound, dialect) == NOON.replace(microsecond=123000)


def test_never_is_stored_as_a_moment_and_read_as_none(engine: Engine) -> None:
    bound = UtcOrNever().process_bind_param(None, engine.dialect)
    assert bound is not None
    assert bound.year == 9999
    assert UtcOrNever().process_result_value(bound, engine.dialect) is None


def test_labels_come_back_sorted_and_once(engine: Engine) -> None:
    stored = LabelSet().process_bind_param(["b", "a", "b"], engine.dialect)
    assert stored == "|a|b|"
    assert LabelSet().process_result_value(stored, engine.dialect) == ("a", "b")
    assert LabelSet().process_result_value("", engine.dialect) == ()


def test_cursor_round_trip_keeps_types_and_refuses_others() -> None:
    moment = NOON + timedelta(days=1)
    cursor = paging.encode([moment, "id ü", 7])
    assert paging.decode(cursor, [datetime, str, int]) == [moment, "id ü", 7]
    for kinds in ([str], [datetime, int, int], [str, str, bool]):
        with pytest.raises(InvalidInput):
            paging.decode(cursor, kinds)
