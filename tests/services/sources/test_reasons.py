"""Why a source is not running."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from services.sources.reasons import reason_of
from services.sources.schemas import SourceReason, SourceStatus, SourceView, StatusReason

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SOON = NOON + timedelta(minutes=10)
BASE: dict[str, Any] = {
    **dict.fromkeys(SourceView.__struct_fields__, ""),
    "id": 1,
    "status": SourceStatus.ENABLED,
    "status_params": {},
    "fail_weight": 12.0,
    "template_id": None,
    **dict.fromkeys(("missed_at", "not_before", "throttled_since", "deleted_at")),
    "next_run_at": SOON,
}


def source(**changes: Any) -> SourceView:
    return SourceView(**{**BASE, **changes})


@pytest.mark.parametrize(
    ("changes", "code", "param"),
    [
        ({}, SourceReason.NEXT_RUN, ("at", SOON.isoformat())),
        ({"next_run_at": None}, SourceReason.NEVER_RUNS, None),
        ({"next_run_at": None, "cron_expr": "61 * * * *"}, SourceReason.SCHEDULE_INVALID, ("cron", "61 * * * *")),
        ({"next_run_at": NOON - timedelta(minutes=5)}, SourceReason.OVERDUE, ("since", "2026-11-30T11:55:00+00:00")),
        ({"missed_at": NOON - timedelta(hours=1)}, SourceReason.SPREAD, ("at", SOON.isoformat())),
        ({"throttled_since": NOON}, SourceReason.THROTTLED, ("weight", 12.0)),
        ({"not_before": SOON}, SourceReason.RETRY_AFTER, ("until", SOON.isoformat())),
        ({"status": SourceStatus.PAUSED, "status_params": {"by": "li"}}, SourceReason.PAUSED_BY, ("by", "li")),
        ({"status": SourceStatus.WATCHED, "status_params": {"by": "li"}}, SourceReason.WATCHED_ONLY, ("by", "li")),
        ({"deleted_at": NOON}, SourceReason.DELETED, ("at", NOON.isoformat())),
        ({"template_id": 4}, SourceReason.TEMPLATE_MISSING, ("template_id", 4)),
    ],
)
def test_each_state_has_its_reason(changes: dict[str, Any], code: SourceReason, param: tuple[str, Any] | None) -> None:
    reason = reason_of(source(**changes), NOON)
    assert reason.code is code
    if param:
        assert reason.params[param[0]] == param[1]


def test_open_window_comes_before_everything_but_deletion() -> None:
    paused = source(status=SourceStatus.PAUSED)
    assert reason_of(paused, NOON, open_task="src_1_202611301200").code is SourceReason.WINDOW_OPEN
    assert reason_of(source(deleted_at=NOON), NOON, open_task="x").code is SourceReason.DELETED


def test_template_without_a_published_version_is_told_from_a_missing_one() -> None:
    assert reason_of(source(template_id=4), NOON, live_version=0).code is SourceReason.TEMPLATE_UNPUBLISHED
    assert reason_of(source(template_id=4), NOON, live_version=3).code is SourceReason.NEXT_RUN


def test_paused_source_that_answers_again_says_so() -> None:
    params = {"weight": 50.0, "failure": "dns", "since": NOON.isoformat()}
    paused = source(status=SourceStatus.PAUSED, status_reason=StatusReason.PAUSED_FAILURES, status_params=params)
    assert reason_of(paused, NOON).code is SourceReason.PAUSED_FAILURES
    answered = source(
        status=SourceStatus.PAUSED,
        status_reason=StatusReason.PAUSED_FAILURES,
        status_params={**params, "answered_at": SOON.isoformat()},
    )
    reason = reason_of(answered, NOON)
    assert reason.code is SourceReason.ANSWERS_AGAIN
    assert reason.params["answered_at"] == SOON.isoformat()
