"""Brings a database to the newest schema, forward and back (alembic underneath)."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

FOLDER = Path(__file__).resolve().parent.parent / "migrations"


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Runs the migrations up to `revision`; nothing happens when they have been run."""
    with engine.connect() as connection:
        command.upgrade(_config(connection), revision)
        connection.commit()


def downgrade(engine: Engine, revision: str = "base") -> None:
    """Undoes the migrations after `revision`; "base" leaves no table of ours."""
    with engine.connect() as connection:
        command.downgrade(_config(connection), revision)
        connection.commit()


def current(engine: Engine) -> str:
    """The revision that the database is at, empty for a new database."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() or ""


def newest() -> str:
    """The revision that this version of the code needs."""
    return ScriptDirectory.from_config(_config(None)).get_current_head() or ""


def is_current(engine: Engine) -> bool:
    return current(engine) == newest()


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
