"""Transactions: one `Session` per request or tick, committed once at the edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session

from kit import logs
from kit.errors import BackendUnavailable, CatchmentError, ConfigError

log = logs.get(__name__)
_HOOKS = "after_commit"
# SQLite, MariaDB.
_NO_TABLE = ("no such table", "no such column", "(1146,", "(1054,")


class Database:
    """Hands out transactions over one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @contextmanager
    def session(self, *, read_only: bool = False) -> Iterator[Session]:
        """One transaction: committed when the block ends, rolled back when it raises; then what was queued by `after_commit` runs.

        A read-only one is never committed; the engine sees the execution option `catchment_read_only`. Raises BackendUnavailable when the
        database does not answer, ConfigError when it was not migrated.
        """
        session = Session(self.engine, expire_on_commit=False, autoflush=not read_only)
        try:
            if read_only:
                session.connection(execution_options={"catchment_read_only": True})
            yield session
            if not read_only:
                session.commit()
        except DBAPIError as error:
            if explained := _explained(error):
                raise explained from error
            raise
        finally:
            session.close()
        if not read_only:
            _run_hooks(session)


def after_commit(session: Session, hook: Callable[[], object]) -> None:
    """Runs `hook` once the session's transaction is committed, not at all if it is rolled back."""
    session.info.setdefault(_HOOKS, []).append(hook)


@contextmanager
def rehearsal(session: Session) -> Iterator[None]:
    """Everything written inside is undone at the end, hooks included: for dry runs."""
    kept = list(session.info.get(_HOOKS, ()))
    savepoint = session.begin_nested()
    try:
        yield
    finally:
        savepoint.rollback()
        session.expire_all()
        session.info[_HOOKS] = kept


def _explained(error: DBAPIError) -> CatchmentError | None:
    """What the caller should do about an error of the driver; None where that is a mistake of ours."""
    if any(sign in str(error.orig) for sign in _NO_TABLE):
        return ConfigError("the database lacks tables of this version: run `catchment migrate`")
    if isinstance(error, OperationalError) or error.connection_invalidated:
        return BackendUnavailable(f"the database does not answer: {error.orig}")
    return None


def _run_hooks(session: Session) -> None:
    for hook in session.info.pop(_HOOKS, ()):
        try:
            hook()
        except CatchmentError as error:
            # The write is committed; a missed invalidation heals when the cache entry expires.
            log.warning("after_commit_failed", error=str(error), code=error.code)
