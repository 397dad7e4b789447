"""Tokens of the HTTP API, and the answers kept for repeated requests."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.dialects.mysql import MEDIUMTEXT
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, LabelSet, UtcDateTime


class ApiToken(Base):
    """`token_hash` is the SHA-256 of the token, which is stored nowhere; `hint` are its last characters."""

    __tablename__ = "api_token"
    __table_args__ = (UniqueConstraint("token_hash"), Index(None, "user_id"), MYSQL)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    token_hash: Mapped[str] = mapped_column(String(64))
    user_id: Mapped[int] = mapped_column(BigId, ForeignKey("user_account.id"))
    name: Mapped[str] = mapped_column(String(64))
    hint: Mapped[str] = mapped_column(String(8))
    scopes: Mapped[tuple[str, ...]] = mapped_column(LabelSet)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ApiAnswer(Base):
    """What a request with this idempotency key was answered; `key_hash` covers token and key, `digest` method, path and body."""

    __tablename__ = "api_answer"
    __table_args__ = (Index(None, "created_at"), MYSQL)

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    status: Mapped[int] = mapped_column(Integer)
    body: Mapped[str] = mapped_column(Text().with_variant(MEDIUMTEXT(), "mysql"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
