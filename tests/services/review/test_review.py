from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from cleaner.sinks.fix import Fix
from kit.errors import InvalidInput, NotFound
from services.audit.service import AuditService
from services.db import Database
from services.review.service import Decision, ReviewService
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
    return ReviewService(session, backends.archive, backends.index, stage.clock, AuditService(session, stage.clock))


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


def test_what_a_person_put_right_is_shown_and_stays_so_when_replayed(stage: Stage, review: ReviewService) -> None:
    flagged = document(1, publish_time=FUTURE)
    stage.clean(flagged)
    content_hash = waiting(review)[0]
    review.fix(content_hash, Fix(title="The right title of it", publish_time="2026-11-28"), actor="li")
    stage.clean(flagged)
    (shown,) = stage.documents()
    assert (shown.id, shown.title, shown.publish_time) == (content_hash, "The right title of it", "2026-11-28")
    assert waiting(review) == []


def test_a_fix_that_cannot_stand_is_refused_and_changes_nothing(stage: Stage, review: ReviewService) -> None:
    stage.clean(document(1, publish_time=FUTURE))
    (content_hash,) = waiting(review)
    for wrong in (Fix(), Fix(title=" "), Fix(publish_time="yesterday")):
        with pytest.raises(InvalidInput):
            review.fix(content_hash, wrong, actor="li")
    assert waiting(review) == [content_hash]


@pytest.mark.parametrize("decision", ["approved", "rejected"])
def test_an_undone_decision_leaves_the_document_waiting_as_before(
    stage: Stage, review: ReviewService, decision: Decision
) -> None:
    stage.clean(document(1, publish_time=FUTURE))
    (content_hash,) = waiting(review)
    review.decide(content_hash, decision, actor="li")
    review.undo(content_hash, actor="li")
    assert waiting(review) == [content_hash]
    assert stage.documents() == []
    assert (review.latest(), review.precision()) == ([], [])


def test_undoing_an_approval_shows_again_what_the_page_said_before(stage: Stage, review: ReviewService) -> None:
    url = "http://news.example/page"
    stage.clean(document(1, url=url), document(2, url=url, at=60, publish_time=FUTURE))
    (content_hash,) = waiting(review)
    review.decide(content_hash, "approved", actor="li")
    assert [found.id for found in stage.current()] == [content_hash]
    review.undo(content_hash, actor="li")
    assert [found.title for found in stage.current()] == ["Report number 1 about the harbour"]
    review.decide(content_hash, "approved", actor="li")
    assert [found.id for found in stage.current()] == [content_hash]


def test_a_rules_precision_counts_the_decisions_that_hold(stage: Stage, review: ReviewService) -> None:
    stage.clean(*(document(seed, publish_time=FUTURE) for seed in range(1, 6)))
    first, second, third, *_ = waiting(review)
    review.decide(first, "rejected", actor="li")
    review.decide(second, "approved", actor="li")
    review.decide(second, "rejected", actor="li")
    review.decide(third, "approved", actor="li", example=True)
    (rule,) = review.precision()
    assert (rule.flag, rule.approved, rule.rejected) == ("publish_time_future", 1, 2)
    assert 0.2 < rule.low < rule.share < rule.high < 0.95
    assert [one.content_hash for one in review.latest() if one.example] == [third]
