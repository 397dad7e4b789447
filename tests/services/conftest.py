"""A migrated SQLite database for each test (migrated once, then copied)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, event

from kit.clock import ManualClock
from services import migrate
from services.db import Database

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def sqlite_engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10})

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("migrated") / "catchment.db"
    engine = sqlite_engine(path)
    migrate.upgrade(engine)
    engine.dispose()
    return path


@pytest.fixture
def engine(migrated_file: Path, tmp_path: Path) -> Iterator[Engine]:
    path = tmp_path / "catchment.db"
    shutil.copy(migrated_file, path)
    engine = sqlite_engine(path)
    yield engine
    engine.dispose()


@pytest.fixture
def database(engine: Engine) -> Database:
    return Database(engine)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)
