"""Queries on kept searches."""

from __future__ import annotations

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from services.accounts.models import UserAccount
from services.searches.models import SavedSearch


def seen_by(session: Session, user_id: int, limit: int) -> list[tuple[SavedSearch, str]]:
    """With the owner's name; a person's own before those of others, each by name."""
    statement = select(SavedSearch, UserAccount.name).join(UserAccount, UserAccount.id == SavedSearch.user_id)
    statement = statement.where(or_(SavedSearch.user_id == user_id, SavedSearch.shared.is_(True)))
    order = ((SavedSearch.user_id != user_id), SavedSearch.name, SavedSearch.id)
    return [(row, name) for row, name in session.execute(statement.order_by(*order).limit(limit))]


def named(session: Session, user_id: int, name: str) -> SavedSearch | None:
    return session.scalar(select(SavedSearch).where(SavedSearch.user_id == user_id, SavedSearch.name == name))


def count_of(session: Session, user_id: int) -> int:
    return session.scalar(select(func.count()).where(SavedSearch.user_id == user_id)) or 0


def find(session: Session, search_id: int) -> SavedSearch | None:
    return session.get(SavedSearch, search_id)


def add(session: Session, row: SavedSearch) -> None:
    session.add(row)
    session.flush()


def remove(session: Session, row: SavedSearch) -> None:
    session.delete(row)
    session.flush()
