"""Runs migrations on the connection that `services.migrate` hands over, or on CATCHMENT_DATABASE_URL from alembic's command line."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from services.models import metadata


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def main() -> None:
    given = context.config.attributes.get("connection")
    if given is not None:
        run(given)
        return
    from kit.backends import Backends
    from kit.settings import load

    backends = Backends(load())
    try:
        with backends.database.connect() as connection:
            run(connection)
            connection.commit()
    finally:
        backends.close()


main()
