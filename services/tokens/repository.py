"""Queries on tokens and kept answers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from services.accounts.models import UserAccount
from services.orm import insert_new
from services.tokens.models import ApiAnswer, ApiToken


def add(session: Session, row: ApiToken) -> None:
    session.add(row)
    session.flush()


def holder(session: Session, token_hash: str) -> tuple[ApiToken, UserAccount] | None:
    statement = select(ApiToken, UserAccount).join(UserAccount, UserAccount.id == ApiToken.user_id)
    row = session.execute(statement.where(ApiToken.token_hash == token_hash)).first()
    return None if row is None else (row[0], row[1])


def of_user(session: Session, user_id: int) -> list[ApiToken]:
    statement = select(ApiToken).where(ApiToken.user_id == user_id, ApiToken.revoked_at.is_(None))
    return list(session.scalars(statement.order_by(ApiToken.id.desc())))


def count_of_user(session: Session, user_id: int) -> int:
    statement = select(func.count()).where(ApiToken.user_id == user_id, ApiToken.revoked_at.is_(None))
    return session.scalar(statement) or 0


def token(session: Session, token_id: int) -> ApiToken | None:
    return session.get(ApiToken, token_id)


def used(session: Session, token_id: int, at: datetime) -> None:
    session.execute(update(ApiToken).where(ApiToken.id == token_id).values(last_used_at=at))


def held_answer(session: Session, key_hash: str, digest: str, now: datetime) -> ApiAnswer:
    """The row of this key, made by this transaction if there is none: then its status is 0.

    Another transaction that is making it is waited for, and its row is read as committed whatever this one saw before.
    """
    table = ApiAnswer.metadata.tables["api_answer"]
    row = {"key_hash": key_hash, "digest": digest, "status": 0, "body": "", "created_at": now}
    connection = session.connection()
    connection.execute(insert_new(table, connection.dialect.name), [row])
    return session.execute(select(ApiAnswer).where(ApiAnswer.key_hash == key_hash).with_for_update()).scalar_one()


def keep_answer(session: Session, key_hash: str, status: int, body: str) -> None:
    session.execute(update(ApiAnswer).where(ApiAnswer.key_hash == key_hash).values(status=status, body=body))


def forget_answers(session: Session, before: datetime) -> None:
    session.execute(delete(ApiAnswer).where(ApiAnswer.created_at < before))
