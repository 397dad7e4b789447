"""Queries on people's decisions."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.review.models import ReviewDecision

RULED = ("approved", "fixed", "rejected")


def add(session: Session, row: ReviewDecision) -> None:
    """It is the latest of its document from now on."""
    earlier = update(ReviewDecision).where(
        ReviewDecision.content_hash == row.content_hash, ReviewDecision.latest.is_(True)
    )
    session.execute(earlier.values(latest=False))
    session.add(row)
    session.flush()


def latest_of(session: Session, content_hash: str) -> ReviewDecision | None:
    return session.scalar(
        select(ReviewDecision).where(ReviewDecision.content_hash == content_hash, ReviewDecision.latest.is_(True))
    )


def latest(session: Session, limit: int) -> list[ReviewDecision]:
    """Newest first, those that were undone not among them."""
    statement = select(ReviewDecision).where(ReviewDecision.latest.is_(True), ReviewDecision.action.in_(RULED))
    return list(
        session.scalars(statement.order_by(ReviewDecision.decided_at.desc(), ReviewDecision.id.desc()).limit(limit))
    )


def flags_and_actions(session: Session, limit: int) -> Iterable[tuple[list[str], str]]:
    """Of the newest decisions that hold."""
    statement = select(ReviewDecision.flags, ReviewDecision.action).where(
        ReviewDecision.latest.is_(True), ReviewDecision.action.in_(RULED)
    )
    found = session.execute(statement.order_by(ReviewDecision.decided_at.desc()).limit(limit))
    return [(flags, action) for flags, action in found]
