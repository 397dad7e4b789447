"""Queries on users, sessions and sign-in attempts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from services.accounts.models import SignInAttempt, UserAccount, UserSession
from services.orm import insert_new


def add(session: Session, row: UserAccount | UserSession) -> None:
    session.add(row)
    session.flush()


def user(session: Session, user_id: int) -> UserAccount | None:
    return session.get(UserAccount, user_id)


def user_named(session: Session, name: str) -> UserAccount | None:
    return session.scalar(select(UserAccount).where(UserAccount.name == name))


def users(session: Session) -> list[UserAccount]:
    return list(session.scalars(select(UserAccount).order_by(UserAccount.name)))


def any_user(session: Session) -> bool:
    return session.scalar(select(UserAccount.id).limit(1)) is not None


def active_admins(session: Session) -> int:
    statement = select(func.count()).where(UserAccount.role == "admin", UserAccount.active.is_(True))
    return session.scalar(statement) or 0


def visit(session: Session, token_hash: str) -> tuple[UserSession, UserAccount] | None:
    statement = select(UserSession, UserAccount).join(UserAccount, UserAccount.id == UserSession.user_id)
    row = session.execute(statement.where(UserSession.token_hash == token_hash)).first()
    return None if row is None else (row[0], row[1])


def sessions_of(session: Session, user_id: int) -> list[UserSession]:
    statement = select(UserSession).where(UserSession.user_id == user_id)
    return list(session.scalars(statement.order_by(UserSession.last_seen_at.desc())))


def end_sessions(session: Session, user_id: int, *, but: str = "") -> None:
    session.execute(delete(UserSession).where(UserSession.user_id == user_id, UserSession.token_hash != but))


def end_session(session: Session, token_hash: str) -> None:
    session.execute(delete(UserSession).where(UserSession.token_hash == token_hash))


def touch(session: Session, token_hash: str, at: datetime, expires_at: datetime) -> None:
    statement = update(UserSession).where(UserSession.token_hash == token_hash)
    session.execute(statement.values(last_seen_at=at, expires_at=expires_at))


def forget_old(session: Session, now: datetime, attempts_before: datetime) -> None:
    session.execute(delete(UserSession).where(UserSession.expires_at <= now))
    session.execute(delete(SignInAttempt).where(SignInAttempt.since <= attempts_before))


def count_attempt(
    session: Session, name: str, address: str, now: datetime, window_start: datetime
) -> tuple[int, datetime]:
    """Adds one attempt; (attempts in the running window, its start). A window that began before `window_start` begins anew."""
    key = {"name": name, "address": address}
    table = SignInAttempt.metadata.tables["sign_in_attempt"]
    fresh: dict[str, Any] = {**key, "attempts": 0, "since": now}
    session.connection().execute(insert_new(table, session.connection().dialect.name), [fresh])
    mine = (SignInAttempt.name == name) & (SignInAttempt.address == address)
    session.execute(
        update(SignInAttempt).where(mine, SignInAttempt.since <= window_start).values(attempts=0, since=now)
    )
    session.execute(update(SignInAttempt).where(mine).values(attempts=SignInAttempt.attempts + 1))
    row = session.execute(select(SignInAttempt.attempts, SignInAttempt.since).where(mine)).one()
    return row.attempts, row.since


def clear_attempts(session: Session, name: str, address: str) -> None:
    session.execute(delete(SignInAttempt).where(SignInAttempt.name == name, SignInAttempt.address == address))
