from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from kit.errors import NotFound
from services.audit.service import AuditService
from services.db import Database
from services.review.service import ReviewService
from tests.cleaner.stage import FUTURE, Stage, document


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    built = Stage(tmp_path)
    yield built
    built.close()


@pytest.fixture
def session(database: Database) -> Iterator[Session]:
    with database.session() as session:
        yield session


@pytest.fixture
def review(stage: Stage, session: Session) -> ReviewService:
    backends = stage.backends
    return ReviewService(backends.archive, backends.index, stage.clock, AuditService(session, stage.clock))


def waiting(review: ReviewService) -> list[str]:
    return [hit.document.id for hit in review.waiting().hits]


def test_an_approved_document_moves_to_the_main_index_and_stays_there_when_replayed(
    stage: Stage, review: ReviewService
) -> None:
    flagged = document(1, publish_time=FUTURE)
    stage.clean(flagged)
    (content_hash,) = waiting(review)
    review.decide(content_hash, "approved", actor="li")
    assert waiting(review) == []
    stage.clean(flagged)
    assert [found.id for found in stage.current()] == [content_hash]
    assert waiting(review) == []


def test_a_rejected_document_is_in_no_index(stage: Stage, review: ReviewService) -> None:
    stage.clean(document(1, publish_time=FUTURE))
    review.decide(waiting(review)[0], "rejected", actor="li")
    assert stage.documents() == stage.documents("review") == []


def test_a_decision_can_be_taken_back(stage: Stage, review: ReviewService) -> None:
    stage.clean(document(1, publish_time=FUTURE))
    content_hash = waiting(review)[0]
    review.decide(content_hash, "rejected", actor="li")
    review.decide(content_hash, "approved", actor="wang")
    assert [found.id for found in stage.current()] == [content_hash]


def test_who_decided_is_in_the_audit_log(stage: Stage, review: ReviewService, session: Session) -> None:
    stage.clean(document(1, publish_time=FUTURE))
    review.decide(waiting(review)[0], "approved", actor="li", note="press release")
    (entry,) = AuditService(session, stage.clock).page().items
    assert (entry.actor, entry.action, entry.after["note"]) == ("li", "approved", "press release")


def test_flags_are_counted_for_the_reviewer(stage: Stage, review: ReviewService) -> None:
    stage.clean(document(1, publish_time=FUTURE), document(2, publish_time=FUTURE))
    assert ("publish_time_future", 2) in review.waiting().facets["flags"]


def test_an_unknown_document_is_named(review: ReviewService) -> None:
    with pytest.raises(NotFound):
        review.decide("0" * 32, "approved", actor="li")
