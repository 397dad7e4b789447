"""People who use the console, their sessions, and failed sign-ins."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Boolean, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from services.orm import MYSQL, Base, BigId, UtcDateTime


class UserAccount(Base):
    __tablename__ = "user_account"
    __table_args__ = (UniqueConstraint("name"), MYSQL)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    name: Mapped[str] = mapped_column(String(64))
    password_hash: Mapped[str] = mapped_column(String(255))
    role: Mapped[str] = mapped_column(String(12))
    locale: Mapped[str] = mapped_column(String(8))
    active: Mapped[bool] = mapped_column(Boolean)
    must_change: Mapped[bool] = mapped_column(Boolean)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    signed_in_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class UserSession(Base):
    """`token_hash` is the SHA-256 of the cookie's value, which is stored nowhere."""

    __tablename__ = "user_session"
    __table_args__ = (Index(None, "user_id"), Index(None, "expires_at"), MYSQL)

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(BigId, ForeignKey("user_account.id"))
    csrf_secret: Mapped[str] = mapped_column(String(64))
    address: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    last_seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)


class SignInAttempt(Base):
    """Counts attempts of one (user, address) or one address (`name` empty) since `since`."""

    __tablename__ = "sign_in_attempt"
    __table_args__ = (Index(None, "since"), MYSQL)

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    address: Mapped[str] = mapped_column(String(64), primary_key=True)
    attempts: Mapped[int] = mapped_column(Integer)
    since: Mapped[datetime] = mapped_column(UtcDateTime)
