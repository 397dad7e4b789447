"""Why a window is where it is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from kit.contracts.task import TaskState
from kit.ports.queue import TaskView
from services.tasks.schemas import TaskReason, WindowView
from services.tasks.why import reason_of

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
NOON_MS = str(int(NOON.timestamp() * 1000))
ID = "src_1_202611301200"
WINDOW = WindowView(
    ID, 1, "COLUMN", NOON, 5, TaskState.PENDING, "", "", 1, 0, 0, 0, 0, NOON, NOON, None, None, None, ""
)  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"status": TaskState.SUCCESS, "documents": 2}, TaskReason.DONE),
        ({"status": TaskState.SUCCESS}, TaskReason.NOTHING_NEW),
        ({"status": TaskState.SUCCESS, "reason": "spooled"}, TaskReason.SPOOLED),
        ({"status": TaskState.DEAD, "failure": "dns"}, TaskReason.FAILED_FOR_GOOD),
        ({"status": TaskState.DEAD, "reason": "paused"}, TaskReason.CANCELLED),
        ({}, TaskReason.LOST),
    ],
)
def test_reason_from_the_ledger_alone(changes: dict[str, Any], code: TaskReason) -> None:
    assert reason_of(msgspec.structs.replace(WINDOW, **changes), None).code is code


@pytest.mark.parametrize(
    ("status", "fields", "code", "params"),
    [
        ("PENDING", {"reason": "queued"}, TaskReason.WAITING, {"priority": 5, "since": NOON.isoformat()}),
        ("PENDING", {"reason": "config"}, TaskReason.WAITING_CONFIG, {"since": NOON.isoformat()}),
        ("PENDING", {"reason": "rate", "retry_at": NOON_MS}, TaskReason.HANDED_BACK, {"cause": "rate", "until": NOON.isoformat()}),
        ("RUNNING", {"worker": "h:1", "claimed": NOON_MS}, TaskReason.RUNNING, {"worker": "h:1", "since": NOON.isoformat()}),
        ("RUNNING", {"own": "SUCCESS", "own_ended": NOON_MS}, TaskReason.WAITING_DETAILS, {"since": NOON.isoformat()}),
        ("FAILED", {"failure": "dns", "retries": "2", "retry_at": NOON_MS}, TaskReason.RETRY_AT, {"failure": "dns", "retries": 2, "until": NOON.isoformat()}),
        ("SUCCESS", {}, TaskReason.ENDING, {}),
    ],
)  # fmt: skip
def test_reason_from_the_queue(status: str, fields: dict[str, str], code: TaskReason, params: dict[str, Any]) -> None:
    reason = reason_of(WINDOW, TaskView(ID, status, fields))
    assert (reason.code, dict(reason.params)) == (code, params)


def test_damaged_numbers_in_the_queue_do_not_fail() -> None:
    view = TaskView(ID, "FAILED", {"retries": "many", "retry_at": ""})
    assert reason_of(WINDOW, view).params == {"failure": "", "retries": 0}
