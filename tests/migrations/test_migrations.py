"""The migrations make exactly the tables of the models, forward and back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect, text

from services import migrate
from services.models import metadata
from tests.stack.mariadb import MariaDb

VERSIONS = sorted((migrate.FOLDER / "versions").glob("*.py"))


@pytest.fixture(params=["sqlite", pytest.param("mariadb", marks=pytest.mark.stack)])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database: SQLite, and a real MariaDB."""
    url = f"sqlite:///{tmp_path}/catchment.db"
    if request.param == "mariadb":
        server: MariaDb = request.getfixturevalue("mariadb")
        url = server.database("migrations")
    engine = create_engine(url)
    migrate.downgrade(engine)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
    yield engine
    engine.dispose()


def test_a_new_database_is_not_current_and_an_upgraded_one_is(engine: Engine) -> None:
    assert migrate.current(engine) == ""
    assert not migrate.is_current(engine)
    migrate.upgrade(engine)
    assert migrate.current(engine) == migrate.newest()
    assert migrate.is_current(engine)


def test_upgraded_tables_equal_the_models(engine: Engine) -> None:
    migrate.upgrade(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_up_down_up_leaves_nothing_behind_and_works_again(engine: Engine) -> None:
    migrate.upgrade(engine)
    migrate.downgrade(engine)
    assert set(inspect(engine).get_table_names()) == {"alembic_version"}
    migrate.upgrade(engine)
    assert set(inspect(engine).get_table_names()) == {*metadata.tables, "alembic_version"}


def test_upgrading_twice_changes_nothing(engine: Engine) -> None:
    migrate.upgrade(engine)
    migrate.upgrade(engine)
    assert migrate.is_current(engine)


def test_every_single_step_can_be_undone(engine: Engine) -> None:
    for _ in VERSIONS:
        migrate.upgrade(engine, "+1")
        migrate.downgrade(engine, "-1")
        migrate.upgrade(engine, "+1")
    assert migrate.is_current(engine)


@pytest.mark.parametrize("path", VERSIONS, ids=lambda path: path.stem)
def test_each_migration_is_dated_and_holds_one_statement_each_way(path: Path) -> None:
    assert re.match(r"\d{8}_\d{4}_[a-z_]+$", path.stem)
    text = path.read_text(encoding="utf-8")
    up, down = text.split("def downgrade()")
    for half in (up, down):
        assert len(re.findall(r"^    op\.|^        table\.", half, re.MULTILINE)) == 1
