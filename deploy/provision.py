"""Creates what the backends need, and takes from the index what is old. Idempotent."""

from __future__ import annotations

from kit.backends import Backends
from kit.settings import load


def migrate(revision: str = "head", *, down: bool = False) -> str:
    """Moves the database schema; answers the revision it is at now."""
    from services import migrate as schema

    backends = Backends(load())
    try:
        move = schema.downgrade if down else schema.upgrade
        move(backends.database, revision)
        return f"database schema at {schema.current(backends.database)}"
    finally:
        backends.close()


def age(*, dry_run: bool) -> list[str]:
    """Applies the index's limits of age; one line for each thing that changed."""
    backends = Backends(load())
    try:
        return backends.index.age(dry_run=dry_run)
    finally:
        backends.close()


def provision() -> list[str]:
    """Schema, log, index, archive and object store; one line each of what is there now."""
    lines = [migrate()]
    backends = Backends(load())
    try:
        for port in ("log", "index", "archive", "objects"):
            lines += backends.provision(port)
    finally:
        backends.close()
    return lines
